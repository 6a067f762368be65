import { catalog } from "@/lib/api/catalog";
import { unknownRouteBeside } from "@/lib/http/route";

const paths = [...new Set(catalog.map(({ path }) => path))];

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unknownRouteBeside(paths);
