import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerResponse } from "node:http";
import { processSingleton } from "@/lib/process-singleton";

const pages = () => processSingleton("page-responses", () => new AsyncLocalStorage<ServerResponse>());

/** Renders a page, which may set its status. */
export function withPageStatus<T>(response: ServerResponse, work: () => T): T {
  return pages().run(response, work);
}

/**
 * Sets the status of the page being rendered, because Next's pages support only 200, 404 and redirects. Call it before
 * the first byte is sent. Without the server of `npm start`, it has no effect.
 */
export function setPageStatus(status: number): void {
  const response = pages().getStore();
  if (response && !response.headersSent) response.statusCode = status;
}
