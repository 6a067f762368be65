import { expect, it } from "vitest";
import { callNextAuth } from "./next-auth-call";

it("reports an aborted form upload as invalid_request", async () => {
  const body = new ReadableStream({
    pull: (stream) => stream.error(Object.assign(new Error("aborted"), { code: "ECONNRESET" })),
  });
  const init: RequestInit & { duplex: "half" } = { method: "POST", body, duplex: "half" };
  const request = new Request("http://localhost/api/auth/signout", init);
  await expect(callNextAuth(request, ["signout"], { providers: [] })).rejects.toMatchObject({
    code: "invalid_request",
  });
});
