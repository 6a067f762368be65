import type { Context } from "@/lib/auth/context";
import { assertAllowed } from "./access";
import { type Address, type Call, type CallInput, type CallOutput, callHref } from "./call";
import type { AnyContext } from "./context";
import type { Operation } from "./operation";
import { isJson } from "./reply/reply";
import { listParameters, parseParams, parseQuery } from "./request/parse";

/**
 * Returns a function that calls operations in-process, as `callApi` does over HTTP. Parameters and permissions are
 * checked by the same rules. Calls don't count toward rate limits and aren't logged, because they are part of a
 * page. It supports only operations without a body.
 * @throws Failure where the API would return a problem.
 */
export function localCall(operations: readonly Operation[], context: AnyContext): Call {
  const byAddress = new Map(operations.map((operation) => [`${operation.method} ${operation.path}`, operation]));
  return async <const O extends Operation>(address: Address<O>, input: CallInput<O>): Promise<CallOutput<O>> => {
    const operation = byAddress.get(address);
    if (!operation) throw new Error(`There is no operation at ${address}.`);
    assertAllowed(operation, isMember(context) ? context : null);
    const { params = {}, query = {} } = input as { params?: Record<string, unknown>; query?: object };
    const [, text = ""] = callHref(operation.path, { params, query }).split("?");
    const result = await operation.run(context, {
      params: parseParams(operation, params),
      query: parseQuery(operation, listParameters(operation.query), text),
      body: undefined,
    });
    return (isJson(result) ? result.parse() : result) as CallOutput<O>;
  };
}

const isMember = (context: AnyContext): context is Context => "organizationId" in context;
