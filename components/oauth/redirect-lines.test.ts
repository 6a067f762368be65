import { describe, expect, it } from "vitest";
import { findRedirectFaults, findRefusedLines, readRedirectLines } from "./redirect-lines";

const faultLines = (text: string) => findRedirectFaults(readRedirectLines(text)).map(({ line }) => line);

describe("redirect URIs, one per line", () => {
  it("are parsed without empty lines and keep their line numbers", () => {
    expect(readRedirectLines("\n https://a.example/cb \n\nhttps://b.example/cb")).toEqual([
      { line: 2, uri: "https://a.example/cb" },
      { line: 4, uri: "https://b.example/cb" },
    ]);
  });

  it("report the lines with invalid or duplicate URIs", () => {
    const text = [
      "https://a.example/cb",
      "not an address",
      "http://a.example/cb",
      "http://127.0.0.1:8080/cb",
      "https://a.example/cb#part",
      "https://*.example/cb",
      "https://me@a.example/cb",
      "https://a.example/cb",
    ].join("\n");
    expect(faultLines(text)).toEqual([2, 3, 5, 6, 7, 8]);
  });

  it("are limited to ten", () => {
    expect(faultLines(Array.from({ length: 12 }, (_, n) => `https://a.example/${n}`).join("\n"))).toEqual([11, 12]);
  });

  it("show each server error on the line it refers to", () => {
    const lines = readRedirectLines("https://a.example\n\nhttps://b.example/é");
    const errors = [{ pointer: "/redirect_uris/1", code: "custom", detail: "ASCII alone." }];
    expect(findRefusedLines(errors, lines)).toEqual([{ line: 3, detail: "ASCII alone." }]);
  });
});
