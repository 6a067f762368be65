import { isReady } from "@/lib/http/server/health";

export const dynamic = "force-dynamic";

export async function GET() {
  const ready = await isReady();
  return Response.json(
    { status: ready ? "ok" : "unavailable" },
    { status: ready ? 200 : 503, headers: { "Cache-Control": "no-store" } },
  );
}
