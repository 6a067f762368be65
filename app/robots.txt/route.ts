import { handle } from "@/lib/http/pipeline";
import { route } from "@/lib/http/route";
import { getRobots, robots } from "@/lib/http/server/root-files";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: handle(getRobots, robots) });
