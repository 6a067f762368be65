import { type OutboundFault, outboundFaultTexts } from "@/lib/outbound/faults";

interface AttemptResult {
  delivered: boolean;
  status: number | null;
  fault: OutboundFault | null;
}

/** Describes the result of an attempt in one or two sentences for people. */
export function describeAttempt({ delivered, status, fault }: AttemptResult): string {
  if (fault !== null) return outboundFaultTexts[fault];
  if (status === null) return "There was no reply.";
  if (delivered) return "The server accepted the event.";
  if (status < 300) return "The server replied with an error, although the status is a success.";
  if (status < 400) return "The server replied with a redirect, which isn't followed. Change the URL to the final one.";
  if (status === 410)
    return "The server replied that the URL is gone. A delivery with this reply disables the webhook.";
  if (status === 401 || status === 403) {
    return "The server rejected the request. Check the signing secret, the headers or the key that it expects.";
  }
  return "The server replied with an error.";
}
