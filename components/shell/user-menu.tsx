"use client";
import { Keyboard, LogOut, Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { Avatar } from "@/components/ui/avatar";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import { DropdownMenuItem, DropdownMenuRadioGroup, DropdownMenuSeparator } from "@/components/ui/dropdown-menu-items";

type UserMenuProps = {
  user: { name: string; email: string };
  compact?: boolean;
  onShowShortcuts: () => void;
  onSignOut?: (() => void | Promise<void>) | undefined;
};

export function UserMenu({ user, compact = false, onShowShortcuts, onSignOut }: UserMenuProps) {
  return (
    <DropdownMenu
      label="Your account"
      side={compact ? "bottom" : "top"}
      align={compact ? "end" : "start"}
      className="w-56"
      trigger={
        compact ? (
          <button
            type="button"
            aria-label={`Account of ${user.name}`}
            className="grid size-10 place-items-center rounded-full"
          >
            <Avatar name={user.name} size="lg" />
          </button>
        ) : (
          <button
            type="button"
            className="flex h-9 w-full min-w-0 items-center gap-2.5 rounded-md px-2 text-left text-sm font-medium transition-colors hover:bg-muted data-active:bg-muted pointer-coarse:h-11"
          >
            <Avatar name={user.name} />
            <span className="min-w-0 flex-1 truncate">{user.name}</span>
          </button>
        )
      }
    >
      <div className="px-2 pt-1.5 pb-2">
        <span className="block truncate font-medium">{user.name}</span>
        <span className="block truncate text-xs text-muted-foreground">{user.email}</span>
      </div>
      <DropdownMenuSeparator />
      <ThemeChoice />
      <DropdownMenuSeparator />
      <DropdownMenuItem icon={<Keyboard />} shortcut="?" onSelect={onShowShortcuts}>
        Keyboard shortcuts
      </DropdownMenuItem>
      {onSignOut ? (
        <DropdownMenuItem icon={<LogOut />} onSelect={() => void onSignOut()}>
          Sign out
        </DropdownMenuItem>
      ) : null}
    </DropdownMenu>
  );
}

const themes = [
  { value: "light", label: "Light", icon: <Sun /> },
  { value: "dark", label: "Dark", icon: <Moon /> },
  { value: "system", label: "System", icon: <Monitor /> },
] as const;

type Theme = (typeof themes)[number]["value"];

function ThemeChoice() {
  const { theme, setTheme } = useTheme();
  const value = themes.find((option) => option.value === theme)?.value ?? "system";
  return <DropdownMenuRadioGroup<Theme> label="Theme" value={value} onValueChange={setTheme} options={themes} />;
}
