import { describe, expect, it } from "vitest";
import { chosenOf, differ, followFields, readFields, trimFields } from "./form-values";

function formData(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, text] of Object.entries(fields)) data.set(name, text);
  return data;
}

describe("form values", () => {
  it("are read from visible fields and kept for the others", () => {
    const data = formData({ name: " Ana ", decision: "allow" });
    expect(readFields({ name: "", role: "viewer" }, data)).toEqual({ name: " Ana ", role: "viewer" });
  });

  it("are trimmed, except passwords and multi-line text", () => {
    const typed = { name: " Ana ", password: " a b ", new_password: " c ", lines: "\na " };
    expect(trimFields(typed)).toEqual({ ...typed, name: "Ana" });
  });

  it("adopt someone else's change only in fields the user has not edited", () => {
    const before = { name: "Harbor", days: "90" };
    expect(followFields({ name: "Harbor Ltd", days: "90" }, before, { name: "Port", days: "30" })).toEqual({
      name: "Harbor Ltd",
      days: "30",
    });
  });

  it("fall back to the default when they match none of the choices", () => {
    expect(chosenOf(["viewer", "admin"], "admin", "viewer")).toBe("admin");
    expect(chosenOf(["viewer", "admin"], "owner", "viewer")).toBe("viewer");
  });

  it("count as equal when they differ only in surrounding spaces", () => {
    expect(differ({ name: "Ana " }, { name: "Ana" })).toBe(false);
    expect(differ({ name: "Ana L" }, { name: "Ana" })).toBe(true);
  });
});
