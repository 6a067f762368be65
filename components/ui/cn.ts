import { type ClassValue, clsx } from "clsx";
import { createTailwindMerge } from "tailwind-merge";
import { classGroups } from "@/components/ui/class-groups";

const merge = createTailwindMerge(() => classGroups);

/** Joins class names; of two Tailwind classes that set the same property the later one wins. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
