import { postmanCollection } from "@/lib/api/postman";

/** The address of this installation is known when it runs, not when it is built. */
export const dynamic = "force-dynamic";

export function GET(): Response {
  return Response.json(postmanCollection());
}
