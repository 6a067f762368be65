import fastify from "fastify";
import { type AlertInput, connect, createAlert, listAlerts } from "./alerts";

const sql = connect();
const app = fastify();

app.get("/constant", () => ({ ok: true }));
app.get("/alerts", () => listAlerts(sql));
app.post<{ Body: AlertInput }>("/alerts", async (request, reply) => {
  reply.code(201);
  return createAlert(sql, request.body);
});

await app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });
