import { validators } from "tailwind-merge";

const { isAny, isArbitraryLength, isArbitraryValue } = validators;

const anyOf = (...names: string[]) => Object.fromEntries(names.map((name) => [name, [{ [name]: [isAny] }]] as const));

const directions = ["t", "r", "b", "l"] as const;
const boxes = (name: "p" | "m") => [name, `${name}x`, `${name}y`, ...directions.map((side) => name + side)];
const boxConflicts = (name: "p" | "m") => ({
  [name]: boxes(name).slice(1),
  [`${name}x`]: [`${name}r`, `${name}l`],
  [`${name}y`]: [`${name}t`, `${name}b`],
});

/**
 * Which utility classes set the same property, for `cn`: the part of Tailwind that our parts let a caller override.
 * tailwind-merge's own table knows all of Tailwind and weighs three times as much on every page.
 */
export const classGroups = {
  cacheSize: 500,
  theme: {},
  classGroups: {
    ...anyOf(...boxes("p"), ...boxes("m")),
    ...anyOf("gap", "gap-x", "gap-y", "w", "h", "size", "min-w", "max-w", "min-h", "max-h", "z", "opacity", "leading"),
    ...anyOf("inset", "inset-x", "inset-y", "top", "right", "bottom", "left", "tracking", "grid-cols", "columns"),
    ...anyOf("bg", "shadow", "cursor", "whitespace", "items", "self", "order", "basis", "fill", "stroke", "animate"),
    display: [
      ...["block", "inline-block", "inline", "flex", "inline-flex", "grid", "inline-grid", "contents", "hidden"],
      ...["table", "table-cell", "table-row"],
    ],
    visibility: ["visible", "invisible"],
    position: ["static", "fixed", "absolute", "relative", "sticky"],
    direction: [{ flex: ["row", "row-reverse", "col", "col-reverse"] }],
    wrap: [{ flex: ["wrap", "nowrap", "wrap-reverse"] }],
    flex: [{ flex: ["1", "auto", "initial", "none"] }],
    grow: [{ grow: ["", "0"] }],
    shrink: [{ shrink: ["", "0"] }],
    justify: [{ justify: ["start", "end", "center", "between", "around", "evenly"] }],
    overflow: [{ overflow: ["auto", "hidden", "clip", "visible", "scroll"] }],
    "overflow-x": [{ "overflow-x": [isAny] }],
    "overflow-y": [{ "overflow-y": [isAny] }],
    "text-size": [{ text: ["xs", "sm", "base", "lg", "xl", "2xl", "3xl", "4xl", isArbitraryLength] }],
    "text-align": [{ text: ["left", "center", "right", "start", "end"] }],
    "text-wrap": [{ text: ["wrap", "nowrap", "balance", "pretty"] }],
    "text-color": [{ text: [isAny] }],
    decoration: ["underline", "no-underline", "line-through"],
    transition: [{ transition: ["", "all", "colors", "opacity", "transform", "none", isArbitraryValue] }],
    "font-weight": [{ font: ["normal", "medium", "semibold", "bold"] }],
    "font-family": [{ font: ["sans", "mono"] }],
    "border-width": [{ border: ["", "0", "2", "4", isArbitraryLength] }],
    ...Object.fromEntries(
      directions.map((side) => [`border-${side}`, [{ [`border-${side}`]: ["", "0", "2", "4"] }]] as const),
    ),
    "border-style": [{ border: ["solid", "dashed", "dotted", "none"] }],
    "border-collapse": [{ border: ["collapse", "separate"] }],
    "border-color": [{ border: [isAny] }],
    rounded: [{ rounded: ["", "none", "sm", "md", "lg", "xl", "full", isArbitraryValue] }],
  },
  conflictingClassGroups: {
    ...boxConflicts("p"),
    ...boxConflicts("m"),
    gap: ["gap-x", "gap-y"],
    size: ["w", "h"],
    inset: ["inset-x", "inset-y", "top", "right", "bottom", "left"],
    "inset-x": ["right", "left"],
    "inset-y": ["top", "bottom"],
    overflow: ["overflow-x", "overflow-y"],
    flex: ["basis", "grow", "shrink"],
    "text-size": ["leading"],
    "border-width": directions.map((side) => `border-${side}`),
  },
  conflictingClassGroupModifiers: {},
  orderSensitiveModifiers: ["*", "**", "after", "before", "file", "marker", "placeholder", "selection"],
};
