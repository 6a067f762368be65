import { authOptions } from "@/lib/auth/next-auth";
import { callNextAuth } from "@/lib/auth/next-auth-call";
import { oidcHost } from "@/lib/auth/oidc";
import { errorCodes, type Failure } from "@/lib/errors";
import { methodNotAllowed } from "@/lib/http/failures";
import { refuseWith } from "@/lib/http/handler";
import { toFailure } from "@/lib/http/problem";
import { unknownRoute } from "@/lib/http/route";

type RouteContext = { params: Promise<{ nextauth: string[] }> };

/** The paths and methods of the next-auth endpoints that this site uses. All other paths are unknown routes. */
const methods = new Map([
  ["csrf", "GET"],
  ["callback/credentials", "POST"],
  ["signout", "POST"],
  ["signin", "GET"],
  ["error", "GET"],
]);
const ofProvider = new Map([
  ["signin/oidc", "POST"],
  ["callback/oidc", "GET"],
]);

async function handler(request: Request, context: RouteContext): Promise<Response> {
  const parts = (await context.params).nextauth;
  const path = parts.join("/");
  const method = methods.get(path) ?? (oidcHost() === null ? undefined : ofProvider.get(path));
  if (method === undefined) return unknownRoute.GET(request, context);
  if (request.method !== method) return wrongMethod(method)(request, context);
  const refusals: Failure[] = [];
  try {
    const options = authOptions(request.headers, (why) => refusals.push(why));
    const response = await callNextAuth(request, parts, options);
    const [refusal] = refusals;
    // Return a redirect unchanged: without JavaScript, it leads from the submitted form to a page with the error.
    return refusal && response.status !== 302 ? withStatusOf(refusal, response) : response;
  } catch (error) {
    return refuseWith((_path, requestId) => toFailure(error, requestId))(request, context);
  }
}

const wrongMethod = (allow: string) => refuseWith(() => methodNotAllowed(allow));

/**
 * Sets the error's status and headers on a reply of next-auth. The sign-in page finds the error in the body's URL.
 * Other clients see it in the status.
 */
function withStatusOf({ code, headers: own = {} }: Failure, { body, headers }: Response): Response {
  return new Response(body, {
    status: errorCodes[code].status,
    headers: new Headers([...headers, ...Object.entries(own)]),
  });
}

export { handler as GET, handler as POST };
