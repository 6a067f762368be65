import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { parseEnvironment } from "@/lib/env";
import { log } from "@/lib/log";
import { warnOfUnreachable } from "./reachable";

afterEach(() => vi.restoreAllMocks());

/** Returns the host and port of a running web server (`living`) and of a closed one (`dead`). */
async function addresses() {
  const servers = [createServer((_, response) => response.end("{}")), createServer()];
  const hosts = await Promise.all(
    servers.map(async (server) => {
      await once(server.listen(0, "127.0.0.1"), "listening");
      return `127.0.0.1:${(server.address() as AddressInfo).port}`;
    }),
  );
  servers[1]?.close();
  return { living: hosts[0], dead: hosts[1], close: () => servers[0]?.close() };
}

it("warns about an unreachable mail server or identity provider, without its address", async () => {
  const { living, dead, close } = await addresses();
  const warn = vi.spyOn(log, "warn").mockImplementation(() => {});
  const settings = (host: string | undefined) =>
    parseEnvironment({
      SMTP_URL: `smtp://user:secret@${host}`,
      OIDC_ISSUER: `http://${host}`,
      OIDC_CLIENT_ID: "sightline",
      OIDC_CLIENT_SECRET: "secret",
    });
  await warnOfUnreachable(settings(living));
  expect(warn).not.toHaveBeenCalled();
  await warnOfUnreachable(settings(dead));
  const lines = warn.mock.calls.map(([line]) => String(line)).toSorted();
  expect(lines).toEqual([expect.stringMatching(/^OIDC_ISSUER /), expect.stringMatching(/^SMTP_URL /)]);
  expect(lines.join()).not.toMatch(/secret|127\.0\.0\.1/);
  close();
});
