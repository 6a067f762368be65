"use client";
import { createContext, type KeyboardEvent, type ReactNode, useContext, useId, useState } from "react";
import { cn } from "@/components/ui/cn";

type TabsState = { baseId: string; value: string; select: (value: string) => void };
const TabsContext = createContext<TabsState | null>(null);

function useTabs(): TabsState {
  const state = useContext(TabsContext);
  if (!state) throw new Error("TabList and TabPanel must be rendered inside Tabs.");
  return state;
}

type TabsProps = {
  value?: string;
  defaultValue?: string;
  onValueChange?: (value: string) => void;
  className?: string;
  children: ReactNode;
};

export function Tabs({ value, defaultValue = "", onValueChange, className, children }: TabsProps) {
  const baseId = useId();
  const [own, setOwn] = useState(defaultValue);
  function select(next: string) {
    setOwn(next);
    onValueChange?.(next);
  }
  return (
    <TabsContext value={{ baseId, value: value ?? own, select }}>
      <div className={className}>{children}</div>
    </TabsContext>
  );
}

type TabListProps = {
  label: string;
  tabs: readonly { value: string; label: ReactNode; badge?: ReactNode }[];
  className?: string;
  tabClassName?: string;
};

export function TabList({ label, tabs, className, tabClassName }: TabListProps) {
  const { baseId, value, select } = useTabs();

  function move(event: KeyboardEvent<HTMLElement>) {
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -tabs.length, End: tabs.length }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const current = tabs.findIndex((tab) => tab.value === value);
    const wraps = Math.abs(step) === 1;
    const index = wraps ? (current + step + tabs.length) % tabs.length : step < 0 ? 0 : tabs.length - 1;
    const next = tabs[index];
    if (!next) return;
    select(next.value);
    document.getElementById(tabId(baseId, next.value))?.focus();
  }

  return (
    <div
      role="tablist"
      aria-label={label}
      onKeyDown={move}
      className={cn("flex gap-1 overflow-x-auto border-b border-border", className)}
    >
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={tabId(baseId, tab.value)}
          aria-selected={tab.value === value}
          aria-controls={panelId(baseId, tab.value)}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => select(tab.value)}
          className={cn(
            "relative inline-flex h-9 shrink-0 items-center gap-1.5 whitespace-nowrap px-2.5 text-sm font-medium text-muted-foreground transition-colors after:absolute after:inset-x-2 after:-bottom-px after:h-0.5 hover:text-foreground focus-visible:-outline-offset-2 aria-selected:text-foreground aria-selected:after:bg-primary",
            tabClassName,
          )}
        >
          {tab.label}
          {tab.badge}
        </button>
      ))}
    </div>
  );
}

type TabPanelProps = { value: string; keepMounted?: boolean; className?: string; children: ReactNode };

export function TabPanel({ value, keepMounted = false, className, children }: TabPanelProps) {
  const tabs = useTabs();
  const active = tabs.value === value;
  return (
    <div
      role="tabpanel"
      id={panelId(tabs.baseId, value)}
      aria-labelledby={tabId(tabs.baseId, value)}
      hidden={!active}
      className={className}
    >
      {active || keepMounted ? children : null}
    </div>
  );
}

// `aria-controls` is a space-separated list of IDs, so an ID can't contain spaces.
const spelled = (value: string) => encodeURIComponent(value);
const tabId = (baseId: string, value: string) => `${baseId}-tab-${spelled(value)}`;
const panelId = (baseId: string, value: string) => `${baseId}-panel-${spelled(value)}`;
