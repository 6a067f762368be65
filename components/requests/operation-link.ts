import type { RequestMethod } from "@/lib/values";

/** An operation that the reference describes. */
export interface OperationLink {
  id: string;
  method: RequestMethod;
  path: string;
  summary: string;
}
