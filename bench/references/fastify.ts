import fastify from "fastify";
import { connectReference, createReferenceAlert, listReferenceAlerts, type ReferenceAlertInput } from "./alerts";

const sql = connectReference();
const app = fastify();

app.get("/constant", () => ({ ok: true }));
app.get("/alerts", () => listReferenceAlerts(sql));
app.post<{ Body: ReferenceAlertInput }>("/alerts", async (request, reply) => {
  reply.code(201);
  return createReferenceAlert(sql, request.body);
});

await app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });
