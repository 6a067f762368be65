import { expect, it } from "vitest";
import { callNextAuth } from "./next-auth-call";

it("a form that breaks off is the sender's failure, not one of the database", async () => {
  const body = new ReadableStream({
    pull: (stream) => stream.error(Object.assign(new Error("aborted"), { code: "ECONNRESET" })),
  });
  const init: RequestInit & { duplex: "half" } = { method: "POST", body, duplex: "half" };
  const request = new Request("http://localhost/api/auth/signout", init);
  await expect(callNextAuth(request, ["signout"], { providers: [] })).rejects.toMatchObject({
    code: "invalid_request",
  });
});
