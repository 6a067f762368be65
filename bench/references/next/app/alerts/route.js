import { connect, createAlert, listAlerts } from "../../../alerts";

export const dynamic = "force-dynamic";

const sql = connect();

export async function GET() {
  return Response.json(await listAlerts(sql));
}

export async function POST(request) {
  return Response.json(await createAlert(sql, await request.json()), { status: 201 });
}
