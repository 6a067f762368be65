import { Badge } from "@/components/ui/badge";
import { CodeBlock } from "@/components/ui/code-block";
import { statusTone } from "@/components/ui/status-tone";
import { problemExample, problemGuides } from "@/lib/api/problems";
import { type ErrorCode, errorCodes } from "@/lib/errors";

/** Shows the status and title of an error, and whether the same request can succeed later. */
export function ErrorSummary({ code }: { code: ErrorCode }) {
  const { status, title } = errorCodes[code];
  return (
    <p className="-mt-2 flex flex-wrap items-center gap-2 text-sm">
      <Badge tone={statusTone(status)}>{status}</Badge>
      <span className="font-medium">{title}</span>
      {problemGuides[code].retry ? <Badge tone="outline">try again</Badge> : null}
    </p>
  );
}

type ErrorExampleProps = { code: ErrorCode; className?: string };

/** Shows an example of an error's problem document, as the API returns it. */
export function ErrorExample({ code, className = "" }: ErrorExampleProps) {
  const text = JSON.stringify(problemExample(code), null, 2);
  return <CodeBlock className={className} label={`${errorCodes[code].status} ${code}`} code={text} wrap />;
}
