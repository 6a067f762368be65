import { atMost, type Figure, type Row } from "../figure";
import { measurePage, type PageNumbers } from "../page";
import { datasetSize, describeDatasetSize } from "./requests";
import { openPageSession } from "./scripts";

const KB = 1_024;

const toRow = (name: string, numbers: PageNumbers): Row => ({
  "": name,
  "first byte p50 ms": numbers.p50,
  "p95 ms": numbers.p95,
  "last byte p50 ms": numbers.total,
  "pages/s": numbers.pagesPerSecond,
  "server CPU ms a page": numbers.serverCpu,
  "PostgreSQL CPU ms a page": numbers.postgresCpu,
});

export const page: Figure = {
  id: "p7",
  title: "time to first byte of the alerts page, signed in, against the same page with a constant for the query",
  run: async (lab) => {
    const dataset = await lab.dataset(datasetSize(lab));
    const { sessionCookieName } = await import("@/lib/auth/session");
    const cookie = `${sessionCookieName()}=${await openPageSession(dataset)}`;
    const { alone, eight, ...rest } = await measurePage(lab, dataset, cookie);
    return {
      goals: [
        atMost(1.5, "×", "p50 of the page with a constant, one at a time", alone.data.p50 / alone.constant.p50),
        atMost(1.5, "×", "p50 of the page with a constant, 8 connections", eight.data.p50 / eight.constant.p50),
      ],
      rows: [
        toRow("one at a time: with data", alone.data),
        toRow("one at a time: with a constant", alone.constant),
        toRow("8 connections: with data", eight.data),
        toRow("8 connections: with a constant", eight.constant),
      ],
      failures: rest.failures,
      notes: [
        describeDatasetSize(dataset),
        `${rest.statements} statements a page; its HTML has ${(rest.htmlBytes / KB).toFixed(1)} KB, ${(rest.htmlGzipBytes / KB).toFixed(1)} KB compressed.`,
      ],
    };
  },
};
