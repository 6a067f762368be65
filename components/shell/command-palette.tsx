"use client";
import { Dialog } from "@base-ui/react/dialog";
import { Command as Palette } from "cmdk";
import { Monitor, Moon, Search, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { type Command, useRegisteredCommands } from "@/components/shell/commands";
import { ShortcutKeys } from "@/components/shell/shortcut-keys";
import { Kbd } from "@/components/ui/kbd";
import { useNavigate } from "@/components/ui/use-navigate";

type CommandPaletteProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  items: readonly Command[];
};

/** The command palette. It is loaded on first use, because its search library is too large for the first load. */
export function CommandPalette({ open, onOpenChange, items }: CommandPaletteProps) {
  const go = useNavigate();
  const { setTheme } = useTheme();
  const fromPages = useRegisteredCommands();
  const themes: Command[] = [
    {
      id: "theme-light",
      label: "Light theme",
      group: "Theme",
      icon: <Sun />,
      action: { run: () => setTheme("light") },
    },
    { id: "theme-dark", label: "Dark theme", group: "Theme", icon: <Moon />, action: { run: () => setTheme("dark") } },
    {
      id: "theme-system",
      label: "System theme",
      group: "Theme",
      icon: <Monitor />,
      action: { run: () => setTheme("system") },
    },
  ];
  const groups = groupCommands([...fromPages, ...items, ...themes]);

  function choose({ action }: Command) {
    onOpenChange(false);
    if ("href" in action) go(action.href);
    else action.run();
  }

  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop
          data-backdrop=""
          className="fixed inset-0 z-40 bg-overlay transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <Dialog.Popup
          aria-label="Command palette"
          className="fixed inset-x-4 top-[12dvh] z-50 mx-auto max-w-xl overflow-hidden rounded-xl border border-border bg-raised text-foreground shadow-raised outline-none transition-[opacity,scale] duration-100 data-ending-style:scale-[0.99] data-ending-style:opacity-0 data-starting-style:scale-[0.99] data-starting-style:opacity-0"
        >
          <Palette label="Commands" loop>
            <div className="flex items-center gap-2.5 border-b border-border px-4">
              <Search aria-hidden className="size-4 shrink-0 text-muted-foreground" />
              <Palette.Input
                placeholder="Go to a page or run a command"
                className="h-12 w-full min-w-0 bg-transparent text-base outline-none placeholder:text-muted-foreground sm:text-sm"
              />
              <Kbd>Esc</Kbd>
            </div>
            <Palette.List className="max-h-[min(24rem,60dvh)] overflow-y-auto p-1.5">
              <Palette.Empty className="px-3 py-8 text-center text-sm text-muted-foreground">
                No results. Try another word.
              </Palette.Empty>
              {[...groups].map(([group, commands]) => (
                <Palette.Group
                  key={group}
                  heading={group}
                  className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted-foreground"
                >
                  {commands.map((command) => (
                    <Palette.Item
                      key={command.id}
                      value={`${command.label} ${command.id}`}
                      keywords={command.keywords ? [...command.keywords] : undefined}
                      onSelect={() => choose(command)}
                      className="flex min-h-9 cursor-default select-none items-center gap-2.5 rounded-md px-2.5 text-sm data-[selected=true]:bg-muted [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted-foreground"
                    >
                      {command.icon ? <span aria-hidden>{command.icon}</span> : null}
                      <span className="min-w-0 flex-1 truncate">{command.label}</span>
                      {command.shortcut ? <ShortcutKeys keys={command.shortcut} /> : null}
                    </Palette.Item>
                  ))}
                </Palette.Group>
              ))}
            </Palette.List>
          </Palette>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function groupCommands(commands: readonly Command[]): Map<string, Command[]> {
  const groups = new Map<string, Command[]>();
  for (const command of commands) {
    const name = command.group ?? "Actions";
    groups.set(name, [...(groups.get(name) ?? []), command]);
  }
  return groups;
}
