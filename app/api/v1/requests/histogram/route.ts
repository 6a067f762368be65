import { handle } from "@/lib/http/pipeline";
import { route } from "@/lib/http/route";
import { countRequests } from "@/lib/requests/histogram";
import * as operations from "@/lib/requests/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(operations.countRequests, (ctx, { query }) => countRequests(ctx, query)),
});
