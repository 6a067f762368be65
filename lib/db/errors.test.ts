import { expect, it } from "vitest";
import { databaseCode, isStatementError, isTransient } from "./errors";

const fromServer = (code: string, severity = "ERROR") =>
  Object.assign(new Error(), { name: "PostgresError", code, severity });

it("classifies temporary conditions as transient, but not statement faults", () => {
  const passing = ["08006", "25006", "25P03", "40001", "40P01", "53100", "53300", "55P03", "57014", "57P01", "58030"];
  const lasting = ["22001", "23505", "25P02", "42501", "42P01", "55000", "XX000"];
  expect(passing.filter((code) => !isTransient(fromServer(code)))).toEqual([]);
  expect(lasting.filter((code) => isTransient(fromServer(code)))).toEqual([]);
});

it("classifies session-ending errors as transient, not as statement errors", () => {
  expect([fromServer("28P01", "FATAL"), fromServer("XX000", "PANIC")].every(isTransient)).toBe(true);
  expect([fromServer("57P01", "FATAL"), fromServer("23505")].map(isStatementError)).toEqual([false, true]);
});

it("classifies lost connections as transient, but not other driver or system errors", () => {
  const codes = ["CONNECTION_CLOSED", "POOL_TIMEOUT", "ECONNREFUSED", "ENOENT", "UNDEFINED_VALUE"];
  const errors = codes.map((code) => Object.assign(new Error(), { code }));
  expect(errors.map(isTransient)).toEqual([true, true, true, false, false]);
  expect([null, undefined, "text", {}, new Error("no code")].map(databaseCode)).toEqual(Array(5).fill(undefined));
});
