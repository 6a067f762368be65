"use client";
import dynamic from "next/dynamic";

/** A CodeBlock whose code is loaded on demand, for rarely shown places such as empty lists. */
export const LazyCodeBlock = dynamic(() => import("@/components/ui/code-block").then((module) => module.CodeBlock));
