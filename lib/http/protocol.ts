import type { z } from "zod";
import type { ErrorCode, Failure } from "@/lib/errors";
import type { Reply } from "@/lib/http/reply/reply";

/**
 * The parts of another system's API that differ from ours. An operation that declares a protocol works with that
 * system's clients unchanged. Its `Accept` header isn't checked, and it takes no `Idempotency-Key`.
 */
export interface Protocol {
  /** The start of the names of the protocol's components in the OpenAPI document. */
  name: string;
  /** The protocol's schemas in the OpenAPI document. The one of an error reply is named `<name>Error`. */
  schemas: Record<string, z.ZodType>;
  /**
   * The header and the field of the body in which its clients send an API key. The header takes precedence. Without
   * both, the request is identified like any other.
   */
  key: { header: string; field: string };
  /** Returns the HTTP status of an error, because clients of the protocol retry by its own rules. */
  statusOf(code: ErrorCode): number;
  /** Failures for the documentation, where our own examples don't fit the protocol's input. */
  examples: Partial<Record<ErrorCode, () => Failure>>;
  /** Returns the reply for a failure. */
  toReply(failure: Failure): Reply;
}
