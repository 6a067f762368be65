import { postmanCollection } from "@/lib/api/postman";

/** Rendered per request, because the base URL is known only at run time. */
export const dynamic = "force-dynamic";

export function GET(): Response {
  return Response.json(postmanCollection());
}
