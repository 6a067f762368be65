import { connectReference, createReferenceAlert, listReferenceAlerts } from "../../../alerts";

export const dynamic = "force-dynamic";

const sql = connectReference();

export async function GET() {
  return Response.json(await listReferenceAlerts(sql));
}

export async function POST(request) {
  return Response.json(await createReferenceAlert(sql, await request.json()), { status: 201 });
}
