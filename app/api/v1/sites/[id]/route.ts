import { route } from "@/lib/http/route";
import { deleteSite, getSite, updateSite } from "@/lib/sites/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getSite, updateSite, deleteSite);
