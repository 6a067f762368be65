import { createServer } from "node:http";

const body = JSON.stringify({ ok: true });

createServer((_request, response) => {
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) });
  response.end(body);
}).listen(Number(process.env.PORT), "127.0.0.1");
