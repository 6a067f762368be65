import { Bullets, Facts } from "@/components/docs/blocks";
import type { GuideContent, Section } from "@/components/docs/guide";
import { Inline } from "@/components/docs/inline";
import { Badge } from "@/components/ui/badge";
import { CodeBlock } from "@/components/ui/code-block";
import { statusTone } from "@/components/ui/status-tone";
import { problemExample, problemGuides } from "@/lib/api/problems";
import { type ErrorCode, errorCodes } from "@/lib/errors";

export const errorsGuide: GuideContent = {
  slug: "errors",
  title: "Errors",
  lead: "Every reply that is not a success has the same shape, a code for your program and a sentence for you.",
  sections: () => [
    {
      id: "shape",
      title: "The shape of an error",
      blocks: [
        "Errors are problem documents (RFC 9457) with the type `application/problem+json`. That holds for unknown paths and for our own faults as well: the API never answers with HTML.",
        <CodeBlock key="example" label="422 validation_failed" code={json("validation_failed")} />,
        <Facts
          key="members"
          label="Members of a problem document"
          head={["Member", "Meaning"]}
          rows={[
            ["`code`", "What went wrong, for programs. Branch on this and on nothing else."],
            ["`detail`", "What happened this time and what to do next, for people. Its words may change."],
            ["`errors`", "What is wrong with the input, one entry per place: `pointer` into the body or `parameter`."],
            ["`request_id`", "Finds this request in the request log. Quote it when you ask for help."],
            ["`type`, `title`, `status`", "The section of this page, the code in words, and the HTTP status again."],
          ]}
        />,
      ],
    },
    {
      id: "handling",
      title: "Handling errors",
      blocks: [
        <Bullets
          key="handling"
          items={[
            "Correct and resend what is 400 to 422: the same request gets the same answer.",
            "Wait and repeat what is marked “try again” below. Honour `Retry-After`; where it is missing, wait twice as long each time, with some randomness.",
            "Repeat a POST with the same [`Idempotency-Key`](/docs/idempotency), so that it is never done twice.",
            "Treat a code that you do not know by its status. New codes may be added.",
          ]}
        />,
      ],
    },
    ...(Object.keys(errorCodes) as ErrorCode[]).map(sectionOf),
  ],
};

function json(code: ErrorCode): string {
  return JSON.stringify(problemExample(code), null, 2);
}

/** The section that the `type` of a problem document leads to: its anchor is the code. */
function sectionOf(code: ErrorCode): Section {
  const { status, title } = errorCodes[code];
  const { meaning, action, retry } = problemGuides[code];
  return {
    id: code,
    title: `\`${code}\``,
    blocks: [
      <p key="title" className="-mt-2 flex flex-wrap items-center gap-2 text-sm">
        <Badge tone={statusTone(status)}>{status}</Badge>
        <span className="font-medium">{title}</span>
        {retry ? <Badge tone="outline">try again</Badge> : null}
      </p>,
      meaning,
      <p key="action" className="max-w-[68ch] text-pretty">
        <strong className="font-semibold">What to do: </strong>
        <Inline text={action} />
      </p>,
      <details key="example" className="disclosure">
        <summary className="w-fit rounded-sm text-sm text-link hover:underline">Example</summary>
        <CodeBlock className="mt-3" label={`${status} ${code}`} code={json(code)} wrap />
      </details>,
    ],
  };
}
