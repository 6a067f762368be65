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
  "not_sent",
] as const;
export type OutboundFault = (typeof outboundFaults)[number];

/** What each fault means, and what to check, as sentences for people. */
export const outboundFaultTexts: Record<OutboundFault, string> = {
  blocked_address: "The URL leads to an address that requests may not be sent to, so nothing was sent.",
  name_not_found: "The host has no address in DNS. Check the URL for typos.",
  connection_refused: "The server refused the connection. Check that it is running and that its port is open.",
  tls_error: "The server's TLS certificate wasn't accepted. Check that it is valid for this host, and its chain.",
  timeout: `The server didn't reply within ${OUTBOUND_TIMEOUT_S} seconds. Reply first, and process the event afterwards.`,
  connection_closed: "The server closed the connection before it replied.",
  invalid_reply: "The server's reply isn't valid HTTP.",
  not_sent: "The request couldn't be made, so nothing was sent. Check the template and the webhook's other settings.",
};
