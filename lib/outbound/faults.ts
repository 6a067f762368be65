import { OUTBOUND_TIMEOUT_S } from "./limits";

/** The reasons why an outgoing request got no reply. */
export const outboundFaults = [
  "blocked_address",
  "name_not_found",
  "connection_refused",
  "tls_error",
  "timeout",
  "connection_closed",
  "invalid_reply",
] as const;
export type OutboundFault = (typeof outboundFaults)[number];

/** What each fault means, as a sentence for people. */
export const outboundFaultTexts: Record<OutboundFault, string> = {
  blocked_address: "The URL leads to an address that requests may not be sent to.",
  name_not_found: "The host name wasn't found.",
  connection_refused: "The server refused the connection.",
  tls_error: "The server's certificate or encryption wasn't accepted.",
  timeout: `The server didn't reply within ${OUTBOUND_TIMEOUT_S} seconds.`,
  connection_closed: "The connection ended before the reply was complete.",
  invalid_reply: "The reply wasn't valid HTTP.",
};
