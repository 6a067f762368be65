import type { Server } from "node:http";
import type { Socket } from "node:net";

/** How often a stopping server checks for idle connections, in milliseconds. */
const IDLE_CHECK_MS = 100;

/**
 * Returns a function that closes a server once its running requests have their replies. It closes the remaining
 * connections after `limitMs` milliseconds. Call it before the server listens. `server.close()` alone would wait
 * for unused connections, such as those that browsers open in advance.
 */
export function drainer(server: Server, limitMs: number): () => Promise<void> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const closeIdle = () => {
    server.closeIdleConnections();
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };
  return async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    closeIdle();
    const check = setInterval(closeIdle, IDLE_CHECK_MS);
    const limit = setTimeout(() => server.closeAllConnections(), limitMs);
    await closed;
    clearInterval(check);
    clearTimeout(limit);
  };
}
