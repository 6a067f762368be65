"use client";
import { useRef } from "react";
import { ShortcutKeys } from "@/components/shell/shortcut-keys";
import { Dialog, DialogBody } from "@/components/ui/dialog";
import { Switch } from "@/components/ui/switch";

type HelpSection = { title: string; shortcuts: readonly { keys: string; description: string }[] };

type KeyboardHelpProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  sections: readonly HelpSection[];
  singleKeys?: { enabled: boolean; onChange: (enabled: boolean) => void };
};

export function KeyboardHelp({ open, onOpenChange, sections, singleKeys }: KeyboardHelpProps) {
  const body = useRef<HTMLDivElement>(null);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts" size="lg" initialFocus={body}>
      <DialogBody ref={body} tabIndex={-1} className="pb-5 outline-none">
        <div className="gap-x-10 sm:columns-2">
          {sections.map((section) => (
            <section key={section.title} className="mb-5 break-inside-avoid">
              <h3 className="mb-1 text-xs font-medium text-muted-foreground">{section.title}</h3>
              <dl>
                {section.shortcuts.map(({ keys, description }) => (
                  <div key={keys} className="flex items-center justify-between gap-4 border-b border-border py-1.5">
                    <dt>{description}</dt>
                    <dd>
                      <ShortcutKeys keys={keys} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        {singleKeys ? (
          <Switch
            className="mt-1 rounded-lg bg-muted px-3 py-2.5"
            label="Single-key shortcuts"
            description="Turn them off if you use speech input. Ctrl or ⌘ with K always works."
            checked={singleKeys.enabled}
            onChange={(event) => singleKeys.onChange(event.target.checked)}
          />
        ) : null}
      </DialogBody>
    </Dialog>
  );
}
