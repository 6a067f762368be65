import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerResponse } from "node:http";
import { processSingleton } from "@/lib/process-singleton";

const pages = () => processSingleton("page-responses", () => new AsyncLocalStorage<ServerResponse>());

/** Runs `work`, which renders a page and may call `setPageStatus`. */
export function withPageStatus<T>(response: ServerResponse, work: () => T): T {
  return pages().run(response, work);
}

/**
 * Sets the HTTP status of the page being rendered, because Next's pages support only 200, 404 and redirects. Call
 * it before the first byte is sent. It has no effect unless `npm start` runs the server.
 */
export function setPageStatus(status: number): void {
  const response = pages().getStore();
  if (response && !response.headersSent) response.statusCode = status;
}
