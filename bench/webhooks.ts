import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Dataset, Subject } from "./lab";
import type { Contestant } from "./rounds";

/** Endpoints of webhooks that accept every delivery, and count them. */
export interface Endpoints {
  received(): number;
  /** Returns a contestant that runs with the webhooks enabled or disabled. */
  when(enabled: boolean, contestant: Contestant): Contestant;
  stop(): void;
}

/** Creates webhooks in the dataset's organization, all of which get every new alert. They are disabled at first. */
export async function addEndpoints(count: number, { url }: Subject, dataset: Dataset): Promise<Endpoints> {
  let received = 0;
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer((request, response) => {
        received += 1;
        request.resume().on("end", () => response.writeHead(204).end());
      });
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
      return server;
    }),
  );
  for (const server of servers) await addWebhook(server, url, dataset);
  return {
    received: () => received,
    when: (enabled, contestant) => ({
      ...contestant,
      run: async (seconds) => {
        // A webhook that is enabled begins with the next event, so that each turn does the same work.
        await dataset.sql`update webhooks set enabled = ${enabled}, position_transaction_id = feed_horizon(),
          position_event_id = '00000000-0000-0000-0000-000000000000'`;
        await dataset.sql`delete from webhook_deliveries where state = 'pending'`;
        return contestant.run(seconds);
      },
    }),
    stop: () => {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

async function addWebhook(server: Server, url: string, { headers }: Dataset): Promise<void> {
  const { port } = server.address() as AddressInfo;
  const webhook = { url: `http://127.0.0.1:${port}/`, event_types: ["alert.created"], enabled: false };
  const response = await fetch(`${url}/api/v1/webhooks`, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify(webhook),
  });
  if (!response.ok) throw new Error(`No webhook was created: ${await response.text()}`);
}
