import { describe, expect, it } from "vitest";
import { ApiError } from "@/lib/http/call";
import { fieldErrors } from "./field-errors";

const tooShort = { pointer: "/password", code: "too_short", detail: "At least 8 characters." };

describe("field errors of a form", () => {
  it("include every error of the requested fields", () => {
    const later = { ...tooShort, detail: "Later." };
    const error = new ApiError({ errors: [tooShort, later, { ...tooShort, pointer: "/x" }] });
    expect(fieldErrors(error, ["name", "password"])).toEqual({ password: [tooShort, later] });
  });

  it("include errors of items inside a field", () => {
    const inList = { ...tooShort, pointer: "/scopes/0" };
    const error = new ApiError({ errors: [inList, { ...tooShort, pointer: "/scopes_of_others" }] });
    expect(fieldErrors(error, ["scopes"])).toEqual({ scopes: [inList] });
  });

  it("are empty for any other error", () => {
    expect([null, new Error("no"), new ApiError({})].map((error) => fieldErrors(error, ["password"]))).toEqual([
      {},
      {},
      {},
    ]);
  });
});
