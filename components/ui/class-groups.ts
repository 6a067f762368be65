/*
 * Groups the Tailwind classes that set the same property, for `cn`. It covers only the classes that callers of our
 * components override. A library's full table would make this code four times as large on every page.
 */

const directions = ["t", "r", "b", "l"];
const boxes = (name: string) => [`${name}x`, `${name}y`, ...directions.map((side) => name + side)];

/** Names of classes that take any value, such as `px` in `px-2`. Each name is a group. */
const names = new Set([
  ...["p", ...boxes("p"), "m", ...boxes("m"), "gap", "gap-x", "gap-y", "w", "h", "size", "min-w", "max-w", "min-h"],
  ...["max-h", "z", "opacity", "leading", "inset", "inset-x", "inset-y", "top", "right", "bottom", "left", "tracking"],
  ...["grid-cols", "columns", "bg", "shadow", "cursor", "whitespace", "items", "self", "order", "basis", "fill"],
  ...["stroke", "animate", "overflow-x", "overflow-y"],
]);

/** The values of each class name, by group. A value in brackets counts as `[]`, and `*` matches all other values. */
const valued: Record<string, Record<string, string>> = {
  text: {
    "text-size": "2xs xs sm md base lg xl 2xl 3xl 4xl []",
    "text-align": "left center right start end",
    "text-wrap": "wrap nowrap balance pretty",
    "text-color": "*",
  },
  border: {
    "border-width": "0 2 4 []",
    ...Object.fromEntries(directions.map((side) => [`border-${side}`, `${side} ${side}-0 ${side}-2 ${side}-4`])),
    "border-style": "solid dashed dotted none",
    "border-collapse": "collapse separate",
    "border-color": "*",
  },
  flex: {
    direction: "row row-reverse col col-reverse",
    "flex-wrap": "wrap nowrap wrap-reverse",
    flex: "1 auto initial none",
  },
  grow: { grow: "0" },
  shrink: { shrink: "0" },
  justify: { justify: "start end center between around evenly" },
  overflow: { overflow: "auto hidden clip visible scroll" },
  transition: { transition: "all colors opacity transform none []" },
  font: { "font-weight": "normal medium semibold bold", "font-family": "sans mono" },
  rounded: { rounded: "none sm md lg xl full []" },
};

/** Classes without a value, by group. */
const words: Record<string, string> = {
  display: "block inline-block inline flex inline-flex grid inline-grid contents hidden table table-cell table-row",
  visibility: "visible invisible",
  position: "static fixed absolute relative sticky",
  decoration: "underline no-underline line-through",
  "border-width": "border",
  grow: "grow",
  shrink: "shrink",
  transition: "transition",
  rounded: "rounded",
};

const groups = new Map<string, string>();
for (const [group, list] of Object.entries(words)) for (const word of list.split(" ")) groups.set(word, group);
for (const [name, table] of Object.entries(valued)) {
  for (const [group, list] of Object.entries(table)) {
    for (const value of list.split(" ")) groups.set(`${name}-${value}`, group);
  }
}

const conflicts: Record<string, readonly string[]> = {
  p: boxes("p"),
  px: ["pr", "pl"],
  py: ["pt", "pb"],
  m: boxes("m"),
  mx: ["mr", "ml"],
  my: ["mt", "mb"],
  gap: ["gap-x", "gap-y"],
  size: ["w", "h"],
  inset: ["inset-x", "inset-y", "top", "right", "bottom", "left"],
  "inset-x": ["right", "left"],
  "inset-y": ["top", "bottom"],
  overflow: ["overflow-x", "overflow-y"],
  flex: ["basis", "grow", "shrink"],
  "text-size": ["leading"],
  "border-width": directions.map((side) => `border-${side}`),
};
const none: readonly string[] = [];

/**
 * Returns the group of a class without variants, which stands for the property that it sets. Null if callers never
 * override this property.
 */
export function classGroup(base: string): string | null {
  const [plain = ""] = base.split(/[[(]/, 1);
  const cut = plain === base ? (base.split("/", 1)[0] ?? "") : `${plain}[]`;
  const exact = groups.get(cut) ?? groups.get(base);
  if (exact) return exact;
  for (let end = plain.lastIndexOf("-"); end > 0; end = plain.lastIndexOf("-", end - 1)) {
    const name = plain.slice(0, end);
    if (names.has(name)) return name;
    const any = groups.get(`${name}-*`);
    if (any) return any;
  }
  return null;
}

/** Returns the other groups that a class of this group overrides. */
export function conflictingGroups(group: string): readonly string[] {
  return conflicts[group] ?? none;
}
