import { route } from "@/lib/http/route";
import { getEmail } from "@/lib/mail/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getEmail);
