import { cn } from "@/components/ui/cn";

type AvatarProps = { name: string; size?: "sm" | "md" | "lg"; square?: boolean; className?: string };

const sizes = { sm: "avatar sm", md: "avatar", lg: "avatar lg" };
const tints = [
  "bg-chart-1/22 text-foreground",
  "bg-chart-2/22 text-foreground",
  "bg-chart-3/22 text-foreground",
  "bg-chart-4/22 text-foreground",
  "bg-chart-5/22 text-foreground",
  "bg-chart-6/22 text-foreground",
];

/** Shows initials on a color derived from the name. It is decorative, so show the name next to it. */
export function Avatar({ name, size = "md", square, className }: AvatarProps) {
  return (
    <span
      aria-hidden
      className={cn(sizes[size], square && "square", tints[sumOfCodes(name) % tints.length], className)}
    >
      {initials(name)}
    </span>
  );
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = [...(words[0] ?? "")][0] ?? "?";
  const last = words.length > 1 ? ([...(words.at(-1) ?? "")][0] ?? "") : "";
  return (first + last).toUpperCase();
}

function sumOfCodes(text: string): number {
  let sum = 0;
  for (const character of text) sum += character.codePointAt(0) ?? 0;
  return sum;
}
