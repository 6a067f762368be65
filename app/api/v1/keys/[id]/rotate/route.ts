import { route } from "@/lib/http/route";
import { rotateKey } from "@/lib/keys/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(rotateKey);
