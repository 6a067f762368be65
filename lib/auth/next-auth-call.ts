import NextAuth, { type AuthOptions } from "next-auth";
import { z } from "zod";
import { env } from "@/lib/env";
import { Failure, isFailure } from "@/lib/errors";
import { MAX_FORM_BYTES } from "@/lib/limits";
import { describeError, log } from "@/lib/log";
import { readCookie } from "./session";

/**
 * The syntax of error codes such as `TooManyAttempts:30` and `access_denied`. They come from next-auth, from this
 * server (some with seconds to wait) or from a provider.
 */
const ERROR_CODE = /^[A-Za-z_]{1,60}(?::\d{1,9})?$/;

/** The part of Node's `ServerResponse` that next-auth uses. */
class AuthReply {
  private code = 200;
  private body: string | null = null;
  private readonly fields = new Map<string, string | string[]>();

  status(code: number): this {
    this.code = code;
    return this;
  }

  getHeader(name: string): string | string[] | undefined {
    return this.fields.get(name);
  }

  setHeader(name: string, value: string | string[]): this {
    this.fields.set(name, value);
    return this;
  }

  json(value: unknown): void {
    this.setHeader("Content-Type", "application/json");
    this.body = JSON.stringify(value);
  }

  send(body: unknown): void {
    if (typeof body === "string") this.body = body;
    else if (body !== undefined) this.json(body);
  }

  end(): void {}

  /**
   * Returns the collected reply as a `Response`.
   * @throws TypeError for an invalid header.
   */
  toResponse(): Response {
    const headers = new Headers();
    for (const [name, values] of this.fields) for (const value of [values].flat()) headers.append(name, value);
    return new Response(this.body, { status: this.code, headers });
  }
}

/**
 * Runs next-auth on a request. The input is validated first, because next-auth throws, or returns 500, for a
 * malformed URL, body or cookie.
 * @param path the path below `/api/auth`, in segments.
 * @throws Failure `invalid_request`, `payload_too_large`, and those that the callbacks of `options` throw.
 */
export async function callNextAuth(request: Request, path: string[], options: AuthOptions): Promise<Response> {
  const { searchParams } = new URL(request.url, env().BASE_URL);
  const query = Object.fromEntries(searchParams);
  const body = request.method === "POST" ? await readForm(request) : undefined;
  assertAddress(query.callbackUrl);
  assertAddress(body?.callbackUrl);
  if (query.error !== undefined && !ERROR_CODE.test(query.error)) {
    throw new Failure("invalid_request", "The parameter `error` isn't a known code. Open /sign-in instead.");
  }
  const call = {
    method: request.method,
    headers: Object.fromEntries(request.headers),
    cookies: cookiesOf(request, options),
    query: { ...query, nextauth: path },
    body,
  };
  const reply = new AuthReply();
  try {
    await NextAuth(options)(call, reply);
    return reply.toResponse();
  } catch (error) {
    if (isFailure(error)) throw error;
    log.warn(describeError(error), "next-auth couldn't handle a request");
    throw new Failure("invalid_request", "This request is malformed. Start again at /sign-in.");
  }
}

/**
 * Returns the URL to open after sign-in. A URL of another site, sent by the caller or in a cookie, is replaced by
 * the home page.
 */
export function ownAddress({ url, baseUrl }: { url: string; baseUrl: string }): string {
  if (!URL.canParse(url, baseUrl)) return baseUrl;
  const { origin, href } = new URL(url, baseUrl);
  return origin === baseUrl ? href : baseUrl;
}

/** Returns whether next-auth accepts this URL: a path on this site, or an absolute HTTP URL. */
function isAddress(url: string): boolean {
  if (url.startsWith("/")) return URL.canParse(url, env().BASE_URL);
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

function assertAddress(url: string | undefined): void {
  if (!url || isAddress(url)) return;
  throw new Failure("invalid_request", "`callbackUrl` isn't a valid URL. Send a path of this site, such as /account.");
}

/**
 * Returns the cookies named in the options. A malformed callback URL is omitted and then replaced by next-auth. So
 * a cookie planted by an attacker can't block sign-in.
 */
function cookiesOf(request: Request, { cookies = {} }: AuthOptions): Record<string, string> {
  const header = request.headers.get("cookie");
  const known = Object.values(cookies).flatMap(({ name }): [string, string][] => {
    const value = decoded(readCookie(header, name));
    const isBroken = value === null || (name === cookies.callbackUrl?.name && !isAddress(value));
    return isBroken ? [] : [[name, value]];
  });
  return Object.fromEntries(known);
}

function decoded(value: string | null): string | null {
  try {
    return value && decodeURIComponent(value);
  } catch {
    return null;
  }
}

/**
 * Returns the fields of a form that was sent as form data or JSON.
 * @throws Failure `invalid_request`, `payload_too_large`.
 */
async function readForm(request: Request): Promise<Record<string, string>> {
  const text = await readText(request);
  if (!request.headers.get("content-type")?.includes("application/json")) {
    return Object.fromEntries(new URLSearchParams(text));
  }
  const fields = z.record(z.string(), z.string()).safeParse(parsed(text));
  if (fields.success) return fields.data;
  throw new Failure("invalid_request", "The body isn't a JSON object of strings. Send the fields as a form.");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readText(request: Request): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength;
      if (size > MAX_FORM_BYTES) break;
      chunks.push(chunk);
    }
  } catch {
    // The original error isn't thrown, because its code, such as ECONNRESET, would be mistaken for a database
    // error.
    throw new Failure("invalid_request", "The body didn't arrive completely. Send it again.");
  }
  if (size > MAX_FORM_BYTES) throw new Failure("payload_too_large", `Send at most ${MAX_FORM_BYTES} bytes.`);
  return Buffer.concat(chunks).toString("utf8");
}
