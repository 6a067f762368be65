import { handle } from "@/lib/http/pipeline";
import { route } from "@/lib/http/route";
import * as operations from "@/lib/mail/operations";
import { readMail } from "@/lib/mail/reads";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(operations.getMail, (ctx, { params }) => readMail(ctx, params.id)),
});
