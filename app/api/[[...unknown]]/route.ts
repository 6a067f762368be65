import { paths } from "@/lib/api/catalog";
import { unknownRouteBeside } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unknownRouteBeside(paths);
