import { describe, expect, it } from "vitest";
import { ApiError } from "@/lib/http/call";
import { fieldErrors } from "./field-errors";

const tooShort = { pointer: "/password", code: "too_short", detail: "At least 8 characters." };

describe("what the API said of the fields of a form", () => {
  it("is the first word on each of the fields that are asked for", () => {
    const error = new ApiError({
      errors: [tooShort, { ...tooShort, detail: "Later." }, { ...tooShort, pointer: "/x" }],
    });
    expect(fieldErrors(error, ["name", "password"])).toEqual({ password: tooShort });
  });

  it("is nothing for every other error", () => {
    expect([null, new Error("no"), new ApiError({})].map((error) => fieldErrors(error, ["password"]))).toEqual([
      {},
      {},
      {},
    ]);
  });
});
