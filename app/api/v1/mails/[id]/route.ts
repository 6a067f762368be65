import { route } from "@/lib/http/route";
import { getMail } from "@/lib/mail/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getMail);
