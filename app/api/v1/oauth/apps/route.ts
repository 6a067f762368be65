import { route } from "@/lib/http/route";
import { createApp, listApps } from "@/lib/oauth/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listApps, createApp);
