import { handle } from "@/lib/http/pipeline";
import { withNextLink } from "@/lib/http/reply/page";
import { route } from "@/lib/http/route";
import * as operations from "@/lib/notes/operations";
import { listNotes } from "@/lib/notes/reads";
import { createNote } from "@/lib/notes/writes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(operations.listNotes, async (ctx, { params, query }) =>
    withNextLink(operations.listNotes, query, await listNotes(ctx, params.id, query), params),
  ),
  POST: handle(operations.createNote, (ctx, { params, body }) => createNote(ctx, params.id, body)),
});
