import { httpFile } from "@/lib/api/http-file";

/** Rendered per request, because the base URL is known only at run time. */
export const dynamic = "force-dynamic";

export function GET(): Response {
  return new Response(httpFile(), { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
