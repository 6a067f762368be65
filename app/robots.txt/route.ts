import { handle } from "@/lib/http/handle";
import { getRobots, robots } from "@/lib/http/root-files";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: handle(getRobots, robots) });
