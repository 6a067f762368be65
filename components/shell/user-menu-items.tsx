"use client";
import { CircleUser, Keyboard, LogOut, Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { DropdownMenuItem, DropdownMenuRadioGroup, DropdownMenuSeparator } from "@/components/ui/dropdown-menu-items";

type UserMenuItemsProps = {
  user: { name: string; email: string };
  onShowShortcuts: () => void;
  onSignOut?: (() => void | Promise<void>) | undefined;
};

export function UserMenuItems({ user, onShowShortcuts, onSignOut }: UserMenuItemsProps) {
  return (
    <>
      <div className="px-2 pt-1.5 pb-2">
        <span className="block truncate font-medium">{user.name}</span>
        <span className="block truncate text-xs text-muted-foreground">{user.email}</span>
      </div>
      <DropdownMenuSeparator />
      <ThemeChoice />
      <DropdownMenuSeparator />
      <DropdownMenuItem icon={<CircleUser />} href="/account">
        Account
      </DropdownMenuItem>
      <DropdownMenuItem icon={<Keyboard />} shortcut="?" onSelect={onShowShortcuts}>
        Keyboard shortcuts
      </DropdownMenuItem>
      {onSignOut ? (
        <DropdownMenuItem icon={<LogOut />} onSelect={() => void onSignOut()}>
          Sign out
        </DropdownMenuItem>
      ) : null}
    </>
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
