import { route } from "@/lib/http/route";
import { createKey, listKeys } from "@/lib/keys/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listKeys, createKey);
