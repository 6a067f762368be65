"use client";
import dynamic from "next/dynamic";

/** A CodeBlock whose code is loaded on demand. Use it in rarely shown places, such as empty lists. */
export const LazyCodeBlock = dynamic(() => import("@/components/ui/code-block").then((module) => module.CodeBlock));
