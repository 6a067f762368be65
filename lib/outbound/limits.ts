/** The maximum duration of an outgoing request in seconds, from the name lookup to the end of the reply. */
export const OUTBOUND_TIMEOUT_S = 15;
