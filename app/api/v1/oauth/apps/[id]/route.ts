import { route } from "@/lib/http/route";
import { deleteApp, getApp, updateApp } from "@/lib/oauth/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getApp, updateApp, deleteApp);
