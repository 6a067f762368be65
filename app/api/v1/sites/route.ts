import { route } from "@/lib/http/route";
import { createSite, listSites } from "@/lib/sites/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listSites, createSite);
