import type { z } from "zod";
import type { Failure, InputIssue } from "@/lib/errors";
import { validationFailed } from "@/lib/http/failures";
import { MAX_LISTED_ERRORS } from "@/lib/limits";
import { pointerToken } from "./json";
import { issueMessage } from "./messages";
import { closest } from "./spelling";

/** Returns where an input issue is: in a parameter, or at a JSON pointer to a field. */
type Place = (path: string[]) => Pick<InputIssue, "parameter" | "pointer">;

export const parameterAt: Place = ([name = ""]) => ({ parameter: name });
/** Returns a function that creates JSON pointers below `start`, for example `/alerts/3` for a row of a batch. */
export const fieldBelow =
  (start: string): Place =>
  (path) => ({ pointer: start + path.map((token) => `/${pointerToken(token)}`).join("") });

/**
 * A placeholder message. The real message is created only for issues that the reply lists, because a body can have
 * a hundred thousand issues.
 */
const UNSAID = "";

type Checked<T> = { data: T; issues: null } | { data: null; issues: InputIssue[] };

/**
 * Validates a value against a schema.
 * @returns the parsed data, or the issues with our own messages instead of the library's.
 */
export function check<T extends z.ZodType>(schema: T, value: unknown, place: Place): Checked<z.output<T>> {
  /**
   * Maps the unknown names of an issue to the schema's known fields, because Zod's issue contains only the unknown
   * names.
   */
  const fieldsBeside = new Map<readonly string[], string[]>();
  const result = schema.safeParse(value, {
    reportInput: true,
    error: (issue) => {
      if (issue.code === "unrecognized_keys") {
        fieldsBeside.set(issue.keys, Object.keys((issue.inst as z.ZodObject | undefined)?.shape ?? {}));
      }
      return UNSAID;
    },
  });
  if (result.success) return { data: result.data, issues: null };
  const what = place === parameterAt ? "parameter" : "field";
  const issues = result.error.issues.slice(0, MAX_LISTED_ERRORS).flatMap((issue): InputIssue[] => {
    const path = issue.path.map(String);
    if (issue.code === "unrecognized_keys") {
      const fields = fieldsBeside.get(issue.keys) ?? [];
      return issue.keys.slice(0, MAX_LISTED_ERRORS).map((key) => ({
        ...place([...path, key]),
        code: `unknown_${what}`,
        detail: unknownName(key, fields, what),
      }));
    }
    if (issue.input === undefined && (issue.code === "invalid_type" || issue.code === "invalid_value")) {
      return [{ ...place(path), code: "required", detail: `This ${what} is required.` }];
    }
    return [{ ...place(path), code: issue.code, detail: issue.message || issueMessage(issue) }];
  });
  return { data: null, issues: issues.slice(0, MAX_LISTED_ERRORS) };
}

/** Returns the failure for a body that doesn't match its schema. */
export function invalidInput(schema: z.ZodType, body: unknown): Failure {
  return validationFailed(check(schema, body, fieldBelow("")).issues ?? []);
}

function unknownName(name: string, known: readonly string[], what: string): string {
  const meant = closest(name, known);
  if (meant !== undefined) return `There is no ${what} with this name. Did you mean \`${meant}\`?`;
  return `There is no ${what} with this name. Remove it or correct its spelling.`;
}
