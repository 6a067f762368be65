import type { Readable } from "node:stream";

/**
 * Limits for reading what a client still sends after its reply. A client that exceeds them is disconnected and may
 * lose part of the reply.
 */
const MAX_BYTES = 16 * 1024 * 1024;
const QUIET_MS = 5_000;
const TOTAL_MS = 10_000;
/** The maximum number of connections that linger. Further ones are closed right after their reply. */
const MAX_LINGERING = 256;

let lingering = 0;

/**
 * Reads and discards the data that a client still sends after its reply, like nginx's `lingering_close`. Closing a
 * socket with unread bytes would reset the connection, and the client could lose the reply (RFC 9112 §9.6).
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
 * Reads and discards the rest of a request body behind Next. Unread data would stall the sender, and canceling the
 * body closes the connection. Node discards a body of which nothing was read.
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
    // The client has already disconnected.
  }
}
