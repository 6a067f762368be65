import { route } from "@/lib/http/route";
import { getKey, updateKey } from "@/lib/keys/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getKey, updateKey);
