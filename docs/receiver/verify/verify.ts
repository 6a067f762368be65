import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";

const TOLERANCE_S = 300;
const secret = Buffer.from((process.env.WEBHOOK_SECRET ?? "").replace("whsec_", ""), "base64");

function isSigned(headers: IncomingHttpHeaders, body: Buffer): boolean {
  const id = headers["webhook-id"];
  const timestamp = Number(headers["webhook-timestamp"] ?? Number.NaN);
  if (!id || !(Math.abs(Date.now() / 1_000 - timestamp) <= TOLERANCE_S)) return false;
  const signed = createHmac("sha256", secret).update(`${id}.${headers["webhook-timestamp"]}.`).update(body);
  const expected = Buffer.from(`v1,${signed.digest("base64")}`);
  return String(headers["webhook-signature"] ?? "")
    .split(" ")
    .map((signature) => Buffer.from(signature))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
}

const server = createServer(async (request, response) => {
  const body = await buffer(request);
  if (!isSigned(request.headers, body)) return response.writeHead(401).end();
  response.writeHead(204).end();
  const event = JSON.parse(body.toString());
  console.log(request.headers["webhook-id"], event.type);
});
server.listen(Number(process.env.PORT ?? 8080), "127.0.0.1");
