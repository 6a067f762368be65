import { gzipSync } from "node:zlib";
import { chromium } from "@playwright/test";
import { encode } from "next-auth/jwt";
import { decodeId } from "@/lib/db/ids";
import { systemChromium } from "@/scripts/browser";
import { atMost, type Figure } from "../figure";
import type { Dataset } from "../lab";

const KB = 1_024;
const LONGEST = 8;

/** Returns a session cookie for a member of the organization. */
export async function openPageSession({ users }: Dataset): Promise<string> {
  const { authSecret } = await import("@/lib/auth/session");
  return encode({ token: { sub: decodeId("user", users.frequent) ?? "", version: 1 }, secret: authSecret() });
}

export const scripts: Figure = {
  id: "p11",
  title: "JavaScript that the alerts page loads, gzip",
  run: async (lab) => {
    const dataset = await lab.dataset(100_000);
    const { sessionCookieName } = await import("@/lib/auth/session");
    const server = await lab.startServer(dataset);
    const path = systemChromium();
    const browser = await chromium.launch({
      ...(path && { executablePath: path }),
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    });
    lab.atClose(() => browser.close());
    const context = await browser.newContext();
    await context.addCookies([{ name: sessionCookieName(), value: await openPageSession(dataset), url: server.url }]);
    const page = await context.newPage();
    const loaded = new Map<string, Promise<{ gzip: number; plain: number }>>();
    page.on("response", (response) => {
      const url = response.url();
      if (!/javascript/.test(response.headers()["content-type"] ?? "") || loaded.has(url)) return;
      loaded.set(
        url,
        response.body().then((body) => ({ gzip: gzipSync(body).length, plain: body.length })),
      );
    });
    const reply = await page.goto(`${server.url}/${dataset.slug}/alerts`);
    await page.getByRole("heading", { name: "Alerts", level: 1 }).waitFor();
    // The page's event stream keeps the network busy, so this waits a fixed time instead of waiting for idle.
    await page.waitForTimeout(3_000);
    const html = (await reply?.text()) ?? "";
    const sizes = await Promise.all([...loaded].map(async ([url, size]) => ({ url, ...(await size) })));
    await browser.close();
    await server.stop();
    const isReferenced = (url: string) => html.includes(new URL(url).pathname);
    const sum = (list: { gzip: number }[]) => list.reduce((total, { gzip }) => total + gzip, 0) / KB;
    return {
      goals: [atMost(200, "KB", "all scripts until the page is still", sizes.length > 0 ? sum(sizes) : null)],
      rows: [
        {
          name: "scripts that the HTML names",
          files: sizes.filter(({ url }) => isReferenced(url)).length,
          "gzip KB": sum(sizes.filter(({ url }) => isReferenced(url))),
        },
        {
          name: "scripts that these load",
          files: sizes.filter(({ url }) => !isReferenced(url)).length,
          "gzip KB": sum(sizes.filter(({ url }) => !isReferenced(url))),
        },
        ...sizes
          .toSorted((a, b) => b.gzip - a.gzip)
          .slice(0, LONGEST)
          .map(({ url, gzip, plain }) => ({
            name: new URL(url).pathname.split("/").at(-1) ?? "",
            files: 1,
            "gzip KB": gzip / KB,
            "plain KB": plain / KB,
          })),
      ],
      failures: 0,
      notes: ["Of 1,024 bytes; each file compressed by itself with gzip's default level."],
    };
  },
};
