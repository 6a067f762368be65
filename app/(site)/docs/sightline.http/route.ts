import { httpFile } from "@/lib/api/http-file";

/** The address of this installation is known when it runs, not when it is built. */
export const dynamic = "force-dynamic";

export function GET(): Response {
  return new Response(httpFile(), { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
