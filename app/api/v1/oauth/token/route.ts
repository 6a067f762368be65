import { handle } from "@/lib/http/pipeline";
import { route } from "@/lib/http/route";
import { issueToken } from "@/lib/oauth/issue";
import { requestToken } from "@/lib/oauth/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle(requestToken, issueToken),
});
