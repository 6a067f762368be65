import { describe, expect, it } from "vitest";
import { ApiError } from "@/lib/http/call";
import { fieldErrors } from "./field-errors";

const tooShort = { pointer: "/password", code: "too_short", detail: "At least 8 characters." };

describe("what the API said of the fields of a form", () => {
  it("is all that it said of each of those that are asked for", () => {
    const later = { ...tooShort, detail: "Later." };
    const error = new ApiError({ errors: [tooShort, later, { ...tooShort, pointer: "/x" }] });
    expect(fieldErrors(error, ["name", "password"])).toEqual({ password: [tooShort, later] });
  });

  it("counts what was said of a part of a field", () => {
    const inList = { ...tooShort, pointer: "/scopes/0" };
    const error = new ApiError({ errors: [inList, { ...tooShort, pointer: "/scopes_of_others" }] });
    expect(fieldErrors(error, ["scopes"])).toEqual({ scopes: [inList] });
  });

  it("is nothing for every other error", () => {
    expect([null, new Error("no"), new ApiError({})].map((error) => fieldErrors(error, ["password"]))).toEqual([
      {},
      {},
      {},
    ]);
  });
});
