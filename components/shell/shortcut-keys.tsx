import { Kbd } from "@/components/ui/kbd";

const names: Record<string, string> = {
  Enter: "↵",
  Escape: "Esc",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
};

/** Shows the keys of a shortcut. `keys` uses the format of `Shortcut`: "j", "?", "g a". */
export function ShortcutKeys({ keys }: { keys: string }) {
  return (
    <span className="flex items-center gap-1">
      {keys.split(" ").map((key) => (
        <Kbd key={key}>{names[key] ?? (/^[a-z]$/.test(key) ? key.toUpperCase() : key)}</Kbd>
      ))}
    </span>
  );
}
