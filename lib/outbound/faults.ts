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
