import { route } from "@/lib/http/route";
import { getRobots } from "@/lib/http/server/root-files";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getRobots);
