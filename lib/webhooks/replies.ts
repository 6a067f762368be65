import type { OutboundOutcome } from "@/lib/outbound/client";
import type { DestinationRow } from "./compose";
import type { FormatReply } from "./formats/format";
import { webhookFormats } from "./formats/formats";

const MAX_STORED_REPLY = 1_024;

/** Returns whether a delivery reached its receiver, and what the receiver says about its message. */
export function readReply(
  { kind, channel }: Pick<DestinationRow, "kind" | "channel">,
  outcome: OutboundOutcome,
): FormatReply {
  if (!("status" in outcome)) return { delivered: false };
  const { status, text } = outcome;
  return webhookFormats[kind].readReply?.({ channel }, status, text) ?? { delivered: status >= 200 && status < 300 };
}

/** Returns the start of a reply's text as PostgreSQL can store it: well-formed, and without NUL. */
export const shownReply = (text: string) => text.slice(0, MAX_STORED_REPLY).toWellFormed().replaceAll("\0", "");
