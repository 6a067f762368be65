import { handle } from "@/lib/http/pipeline";
import { route } from "@/lib/http/route";
import * as operations from "@/lib/mail/operations";
import { sendTestMail } from "@/lib/mail/test-mail";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle(operations.sendTestMail, (ctx) => sendTestMail(ctx)),
});
