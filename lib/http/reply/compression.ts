import { pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import { parseRanges } from "@/lib/http/request/accept";
import type { Reply, TextStream } from "./reply";

/** Shorter text fits into one packet with its headers, so compression wouldn't help. */
const MIN_CHARACTERS = 1_400;
/**
 * The maximum number of texts, and of streams, compressed concurrently. Each needs up to 1 MB. Further replies are sent
 * uncompressed.
 */
const MAX_AT_ONCE = 32;

// Quality 4 takes as long as gzip's default and compresses better. A window of 256 KB limits memory per reply.
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } };

type Coding = "br" | "gzip";
const codings = {
  br: { compress: promisify(brotliCompress), create: () => createBrotliCompress(brotli), options: brotli },
  gzip: { compress: promisify(gzip), create: () => createGzip(), options: {} },
};
const running = { text: 0, stream: 0 };
const kept = { br: new Map<string, Promise<Buffer>>(), gzip: new Map<string, Promise<Buffer>>() };

/** The chunks of a streamed body: text, or bytes if compressed. */
export type SentStream = AsyncGenerator<string | Buffer, void, void>;
export type SentReply = Omit<Reply, "body"> & { body: string | Buffer | SentStream | null };

/**
 * Compresses a reply if both the reply and the client allow it. Works outside the event loop.
 * @param accepted the request's `Accept-Encoding`.
 */
export async function compressReply(reply: Reply, accepted: string | undefined): Promise<SentReply> {
  const { body, compress } = reply;
  if (!compress || !accepted || body === null) return reply;
  const coding = chooseCoding(accepted);
  if (coding === null) return reply;
  const headers = { ...reply.headers, "Content-Encoding": coding };
  if (typeof body === "string") {
    if (body.length < MIN_CHARACTERS || running.text >= MAX_AT_ONCE) return reply;
    const compressed = compress === "once" ? compressOnce(body, coding) : compressText(body, coding);
    return { ...reply, headers, body: await compressed };
  }
  if (running.stream >= MAX_AT_ONCE) return reply;
  return { ...reply, headers, body: compressStream(body, coding) };
}

/**
 * Returns the accepted coding with the highest weight, with Brotli preferred to gzip. Returns null if neither is
 * accepted, or if the client prefers uncompressed replies.
 */
function chooseCoding(accepted: string): Coding | null {
  const ranges = parseRanges(accepted);
  const weightOf = (name: string) => ranges.get(name) ?? ranges.get("*") ?? 0;
  const [br, gz] = [weightOf("br"), weightOf("gzip")];
  const best = Math.max(br, gz);
  if (best === 0 || (ranges.get("identity") ?? 0) > best) return null;
  return br === best ? "br" : "gzip";
}

async function compressText(text: string, coding: Coding): Promise<Buffer> {
  const { compress, options } = codings[coding];
  running.text += 1;
  try {
    return await compress(text, options);
  } finally {
    running.text -= 1;
  }
}

function compressOnce(text: string, coding: Coding): Promise<Buffer> {
  const known = kept[coding].get(text);
  if (known) return known;
  const compressed = compressText(text, coding);
  kept[coding].set(text, compressed);
  compressed.catch(() => kept[coding].delete(text));
  return compressed;
}

async function* compressStream(pieces: TextStream, coding: Coding): AsyncGenerator<Buffer, void, void> {
  const compressor = codings[coding].create();
  running.stream += 1;
  try {
    // An error on either side destroys the other. The reader of the compressor receives it.
    pipeline(Readable.from(pieces), compressor, () => {});
    yield* compressor;
  } finally {
    running.stream -= 1;
    compressor.destroy();
  }
}
