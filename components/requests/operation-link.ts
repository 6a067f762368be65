import type { RequestMethod } from "@/lib/values";

/** An operation in the reference. */
export interface OperationLink {
  id: string;
  method: RequestMethod;
  path: string;
  summary: string;
}
