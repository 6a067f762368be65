import pino from "pino";
import { once } from "./once";

/** Structured lines on standard error. Name fields one by one; never log a request, a row or an error whole. */
export const log = once("log", () =>
  pino({ base: null, level: process.env.NODE_ENV === "test" ? "silent" : "info" }, pino.destination(2)),
);
