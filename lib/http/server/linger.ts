import type { Readable } from "node:stream";

/** A client within these limits receives the reply. Other connections are closed. */
const MAX_BYTES = 16 * 1024 * 1024;
const QUIET_MS = 5_000;
const TOTAL_MS = 10_000;
/** The maximum number of lingering connections. Further ones are closed right after their reply. */
const MAX_LINGERING = 256;

let lingering = 0;

/**
 * Reads and discards what a client still sends after its reply, like nginx's `lingering_close`. Closing a socket with
 * unread bytes resets the connection, and a reset can discard the reply before the client has read it (RFC 9112 §9.6).
 */
export async function linger(source: Readable): Promise<void> {
  if (lingering >= MAX_LINGERING || source.destroyed || source.readableEnded) return;
  lingering += 1;
  const timers: NodeJS.Timeout[] = [];
  let bytes = 0;
  await new Promise<void>((resolve) => {
    const quiet = setTimeout(resolve, QUIET_MS);
    timers.push(quiet, setTimeout(resolve, TOTAL_MS));
    source.on("data", (piece: Buffer) => {
      bytes += piece.length;
      quiet.refresh();
      if (bytes > MAX_BYTES) resolve();
    });
    source.once("end", resolve).once("close", resolve);
  });
  timers.forEach(clearTimeout);
  lingering -= 1;
}

/**
 * The same for the rest of a body behind Next: unread, it would stall the sender, and canceling it closes the
 * connection. Node discards a body that was never read.
 */
export async function discardRest(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const deadline = Date.now() + TOTAL_MS;
  let bytes = 0;
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      bytes += step.value.byteLength;
      if (bytes > MAX_BYTES || Date.now() > deadline) return await reader.cancel();
    }
  } catch {
    // The client has disconnected.
  }
}
