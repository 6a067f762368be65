import { handle } from "@/lib/http/pipeline";
import { withNextLink } from "@/lib/http/reply/page";
import { route } from "@/lib/http/route";
import * as operations from "@/lib/mail/operations";
import { listMails } from "@/lib/mail/reads";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(operations.listMails, async (ctx, { query }) =>
    withNextLink(operations.listMails, query, await listMails(ctx, query)),
  ),
});
