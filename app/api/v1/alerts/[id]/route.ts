import { getAlert, updateAlert } from "@/lib/alerts/operations";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getAlert, updateAlert);
