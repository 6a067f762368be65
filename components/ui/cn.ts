import { classGroup, conflictingGroups } from "@/components/ui/class-groups";

type ClassValue = string | number | bigint | false | null | undefined;

const MAX_KNOWN = 500;
const known = new Map<string, string>();

/** Joins class names. If two Tailwind classes set the same property, the later one wins. */
export function cn(...classes: ClassValue[]): string {
  const text = classes.filter(Boolean).join(" ");
  let merged = known.get(text);
  if (merged === undefined) {
    merged = merge(text);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(text, merged);
  }
  return merged;
}

function merge(text: string): string {
  const taken = new Set<string>();
  const kept: string[] = [];
  for (const name of text.split(/\s+/).reverse()) {
    const { variant, base } = parse(name);
    const group = classGroup(base);
    if (group !== null) {
      if (taken.has(variant + group)) continue;
      for (const beaten of [group, ...conflictingGroups(group)]) taken.add(variant + beaten);
    }
    kept.push(name);
  }
  return kept.reverse().join(" ").trim();
}

/** In `hover:bg-muted!`, the class is `bg-muted` and the variant `hover:!`. A colon inside brackets is no separator. */
function parse(name: string): { variant: string; base: string } {
  const outside = name.replace(/\[[^[\]]*\]/g, (brackets) => "_".repeat(brackets.length));
  const start = outside.lastIndexOf(":") + 1;
  const isImportant = name.endsWith("!");
  const base = name.slice(start, isImportant ? -1 : undefined).replace(/^-/, "");
  return { variant: `${name.slice(0, start)}${isImportant ? "!" : ""} `, base };
}
