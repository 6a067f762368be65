import { openApiDocument } from "@/lib/api/document";
import { getOpenApi } from "@/lib/api/operations";
import { handle } from "@/lib/http/pipeline";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(getOpenApi, () => openApiDocument()),
});
