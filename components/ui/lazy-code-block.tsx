"use client";
import dynamic from "next/dynamic";

/** A CodeBlock for what few readers see, such as an empty list: its script is loaded where one is shown. */
export const LazyCodeBlock = dynamic(() => import("@/components/ui/code-block").then((module) => module.CodeBlock));
