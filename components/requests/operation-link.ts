import type { RequestMethod } from "@/lib/values";

/** An operation of the API reference, to link to. */
export interface OperationLink {
  id: string;
  method: RequestMethod;
  path: string;
  summary: string;
}
