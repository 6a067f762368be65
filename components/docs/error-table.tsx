import { Facts } from "@/components/docs/blocks";
import { Code, TextLink } from "@/components/docs/inline";
import { problemGuides } from "@/lib/api/problems";
import { type ErrorCode, errorCodes } from "@/lib/errors";

/** Shows the HTTP status and the code of an error, linked to its section of the errors guide. */
export function ErrorLink({ code }: { code: ErrorCode }) {
  return (
    <>
      {errorCodes[code].status}{" "}
      <TextLink href={`/docs/errors#${code}`}>
        <Code>{code}</Code>
      </TextLink>
    </>
  );
}

/** A table with the cause and the remedy of each error, from the same catalog as the errors guide. */
export function ErrorTable({ label, codes }: { label: string; codes: readonly ErrorCode[] }) {
  return (
    <Facts
      label={label}
      head={["Error", "Cause", "What to do"]}
      rows={codes.map((code) => [
        `${errorCodes[code].status} [\`${code}\`](/docs/errors#${code})`,
        problemGuides[code].meaning,
        problemGuides[code].action,
      ])}
    />
  );
}
