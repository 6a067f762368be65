import { describe, expect, it } from "vitest";
import { chosenOf, differ, followFields, readFields, trimFields } from "./form-values";

function formData(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, text] of Object.entries(fields)) data.set(name, text);
  return data;
}

describe("the values of a form", () => {
  it("come from the fields on the screen, and stay for those that are not", () => {
    const data = formData({ name: " Ana ", decision: "allow" });
    expect(readFields({ name: "", role: "viewer" }, data)).toEqual({ name: " Ana ", role: "viewer" });
  });

  it("lose the spaces around them, except passwords and several lines", () => {
    const typed = { name: " Ana ", password: " a b ", new_password: " c ", lines: "\na " };
    expect(trimFields(typed)).toEqual({ ...typed, name: "Ana" });
  });

  it("follow what somebody else changed where the reader typed nothing", () => {
    const before = { name: "Harbor", days: "90" };
    expect(followFields({ name: "Harbor Ltd", days: "90" }, before, { name: "Port", days: "30" })).toEqual({
      name: "Harbor Ltd",
      days: "30",
    });
  });

  it("stand for one of the choices", () => {
    expect(chosenOf(["viewer", "admin"], "admin", "viewer")).toBe("admin");
    expect(chosenOf(["viewer", "admin"], "owner", "viewer")).toBe("viewer");
  });

  it("differ by more than spaces", () => {
    expect(differ({ name: "Ana " }, { name: "Ana" })).toBe(false);
    expect(differ({ name: "Ana L" }, { name: "Ana" })).toBe(true);
  });
});
