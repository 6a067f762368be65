import { route } from "@/lib/http/route";
import { getOrganization, updateOrganization } from "@/lib/organizations/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getOrganization, updateOrganization);
