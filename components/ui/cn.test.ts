import { describe, expect, it } from "vitest";
import { cn } from "@/components/ui/cn";

describe("joining class names", () => {
  it.each([
    ["px-2 py-1 px-4", "py-1 px-4"],
    ["p-2 pl-1", "p-2 pl-1"],
    ["pl-1 p-2", "p-2"],
    ["size-4 w-2", "size-4 w-2"],
    ["w-2 h-3 size-4", "size-4"],
    ["text-sm text-foreground text-left text-xs", "text-foreground text-left text-xs"],
    ["leading-6 text-sm", "text-sm"],
    ["text-[10px] text-link", "text-[10px] text-link"],
    [
      "border border-b border-border border-dashed border-primary/50",
      "border border-b border-dashed border-primary/50",
    ],
    ["border-b border", "border"],
    ["flex hidden", "hidden"],
    ["flex flex-1 flex-col flex-wrap", "flex flex-1 flex-col flex-wrap"],
    ["grow basis-40 flex-1", "flex-1"],
    ["hover:bg-muted bg-primary/12 hover:bg-muted/60", "bg-primary/12 hover:bg-muted/60"],
    ["sm:max-w-72 max-w-[calc(100vw-1rem)] max-w-none", "sm:max-w-72 max-w-none"],
    ["h-8 h-auto!", "h-8 h-auto!"],
    ["h-4! h-auto!", "h-auto!"],
    ["-mx-1 mx-2", "mx-2"],
    ["[&_svg]:size-4 [&_svg]:size-3 size-5", "[&_svg]:size-3 size-5"],
    ["aria-[current=page]:bg-muted bg-surface", "aria-[current=page]:bg-muted bg-surface"],
    ["rounded-full rounded-[5px]", "rounded-[5px]"],
    ["inset-0 top-1 inset-x-2", "inset-0 top-1 inset-x-2"],
    ["overflow-x-auto overflow-hidden", "overflow-hidden"],
    ["alert-row mark group sr-only", "alert-row mark group sr-only"],
  ])("turns %j into %j", (classes, kept) => {
    expect(cn(classes)).toBe(kept);
  });

  it("skips falsy values", () => {
    expect(cn("a", false, undefined, null, "", "b")).toBe("a b");
  });
});
