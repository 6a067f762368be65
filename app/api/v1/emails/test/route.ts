import { route } from "@/lib/http/route";
import { sendTestEmail } from "@/lib/mail/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(sendTestEmail);
