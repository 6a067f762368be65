import { createServer, type Server } from "node:net";

/** Returns how the operator can fix a failed `listen`, by error code. */
const remedies: Record<string, (port: number) => string> = {
  EADDRINUSE: (port) => `Port ${port} is taken. Set PORT to another one, for example PORT=3001 npm start`,
  EACCES: (port) => `PORT ${port} is reserved for root. Set PORT to 1024 or higher, and put a proxy in front`,
};
const WRONG_HOST =
  "HOST is not an address of this machine. Set it to 127.0.0.1, or to 0.0.0.0 to listen on every interface";

/**
 * Starts listening, and resolves to the port.
 * @throws Error with a one-line message that names PORT or HOST and the fix.
 */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(new Error(remedies[error.code ?? ""]?.(port) ?? `${WRONG_HOST} (${error.code}).`));
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}

/**
 * Checks that the server will be able to listen, before startup spends a minute on other work.
 * @throws Error as `listen`.
 */
export async function assertListenable(port: number, host: string): Promise<void> {
  const server = createServer();
  await listen(server, port, host);
  await new Promise((resolve) => server.close(resolve));
}
