import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerResponse } from "node:http";
import { processSingleton } from "@/lib/process-singleton";

const pages = () => processSingleton("page-responses", () => new AsyncLocalStorage<ServerResponse>());

/** Runs the work of a page, which may then say its status. */
export function withPageStatus<T>(response: ServerResponse, work: () => T): T {
  return pages().run(response, work);
}

/**
 * Gives the page that is being rendered a status of its own: Next's pages know 200, 404 and redirects alone. Has to be
 * said before the first byte is sent, and does nothing where Next runs without the server of `npm start`.
 */
export function setPageStatus(status: number): void {
  const response = pages().getStore();
  if (response && !response.headersSent) response.statusCode = status;
}
