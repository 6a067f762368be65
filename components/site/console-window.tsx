import { BellRing, BookOpen, Cctv, House, KeyRound, Search, Settings } from "lucide-react";
import { AlertStatusBadge, SeverityMark } from "@/components/shell/status-badge";
import { CameraScene } from "@/components/site/camera-scene";
import { Avatar } from "@/components/ui/avatar";
import { cn } from "@/components/ui/cn";
import { Kbd } from "@/components/ui/kbd";
import { TimeRuler } from "@/components/ui/time-ruler";
import type { Tick } from "@/components/ui/time-ticks";
import type { AlertStatus, Severity } from "@/lib/values";

type SampleAlert = {
  severity: Severity;
  status: AlertStatus;
  title: string;
  useCase: string;
  camera: string;
  age: string;
};

const alerts: SampleAlert[] = [
  {
    severity: "critical",
    status: "open",
    title: "Person in the loading bay after hours",
    useCase: "intrusion",
    camera: "Dock 3",
    age: "now",
  },
  {
    severity: "high",
    status: "open",
    title: "Forklift and person too close",
    useCase: "proximity",
    camera: "Hall B, aisle 4",
    age: "2 min",
  },
  {
    severity: "medium",
    status: "acknowledged",
    title: "Vehicle stopped in the gate",
    useCase: "blocked_gate",
    camera: "Gate 2",
    age: "9 min",
  },
  {
    severity: "medium",
    status: "open",
    title: "Helmet missing",
    useCase: "ppe_missing",
    camera: "Line 1",
    age: "14 min",
  },
  {
    severity: "low",
    status: "resolved",
    title: "Pallet left in the walkway",
    useCase: "obstruction",
    camera: "Hall B, aisle 1",
    age: "31 min",
  },
  {
    severity: "high",
    status: "dismissed",
    title: "Smoke near the chargers",
    useCase: "smoke",
    camera: "Charging area",
    age: "46 min",
  },
  {
    severity: "info",
    status: "resolved",
    title: "Delivery arrived early",
    useCase: "vehicle_arrival",
    camera: "Gate 1",
    age: "1 h",
  },
];

/** The ticks of the time axis, one per minute from 22:30. */
const ticks: readonly Tick[] = Array.from({ length: 12 }, (_, index) => ({
  at: (index + 0.5) / 12,
  label: index % 5 === 1 ? `22:${30 + index}` : undefined,
}));

const pages = [House, BellRing, Cctv, BookOpen, Settings, KeyRound];

/** An illustration of the console, built from its own components. Assistive technology gets a description instead. */
export function ConsoleWindow() {
  return (
    <figure>
      <figcaption className="sr-only">
        The console: a list of alerts with severity, status, camera and time. Next to it is one alert with the camera's
        picture, its history and the buttons Acknowledge, Resolve and Dismiss. The data is an example.
      </figcaption>
      <div
        aria-hidden
        inert
        className="select-none overflow-hidden rounded-xl border border-border bg-surface text-left shadow-raised"
      >
        <div className="flex h-10 items-center gap-3 border-b border-border px-3">
          <span className="flex min-w-0 items-center gap-2 font-semibold">
            <Avatar name="Harbour Logistics" square size="sm" />
            <span className="truncate">Harbour Logistics</span>
          </span>
          <span className="ml-auto hidden h-7 w-64 items-center gap-2 rounded-md border border-border bg-background px-2 text-muted-foreground sm:flex">
            <Search className="size-3.5" />
            <span className="flex-1">Search</span>
            <Kbd>⌘ K</Kbd>
          </span>
          <Avatar name="Ada Marsh" className="ml-auto sm:ml-0" />
        </div>
        <div className="flex">
          <div className="hidden w-12 shrink-0 flex-col items-center gap-1 border-r border-border py-3 text-muted-foreground sm:flex">
            {pages.map((Icon, index) => (
              <span
                key={Icon.displayName}
                className={cn("grid size-8 place-items-center rounded-md", index === 1 && "bg-muted text-link")}
              >
                <Icon className="size-4" strokeWidth={1.75} />
              </span>
            ))}
          </div>
          <div className="min-w-0 flex-1">
            <div className="flex h-11 items-center gap-2 overflow-hidden border-b border-border px-4">
              <span className="text-base font-semibold tracking-tight">Alerts</span>
              <Chip>All statuses</Chip>
              <Chip className="hidden md:inline-flex">Last 24 hours</Chip>
              <span className="ml-auto hidden items-center gap-1.5 text-xs text-muted-foreground sm:flex">
                <span className="size-1.5 rounded-full bg-signal" />
                Live
              </span>
            </div>
            <ul>
              {alerts.map((alert, index) => (
                <AlertLine key={alert.title} alert={alert} selected={index === 0} />
              ))}
            </ul>
          </div>
          <div className="hidden w-80 shrink-0 flex-col gap-3 border-l border-border p-4 lg:flex">
            <div>
              <CameraScene />
              <TimeRuler ticks={ticks} now={0.97} className="mt-1.5" />
            </div>
            <div>
              <p className="text-base font-semibold">Person in the loading bay after hours</p>
              <p className="mt-0.5 text-muted-foreground">Dock 3 · Harbour North</p>
            </div>
            <div className="flex gap-1.5">
              <span className="rounded-md bg-primary px-2.5 py-1 text-xs font-medium text-primary-foreground">
                Acknowledge
              </span>
              <Action>Resolve</Action>
              <Action>Dismiss</Action>
            </div>
            <ol className="flex flex-col gap-2 border-t border-border pt-3 text-xs text-muted-foreground">
              <li>
                <span className="font-medium text-foreground">Gate integration</span> created it by API
              </li>
              <li>
                <span className="font-medium text-foreground">Seen again</span> twice within a minute
              </li>
            </ol>
          </div>
        </div>
      </div>
    </figure>
  );
}

function AlertLine({ alert, selected }: { alert: SampleAlert; selected: boolean }) {
  return (
    <li
      className={cn(
        "flex h-11 items-center gap-3 border-b border-border px-4 last:border-b-0",
        selected && "bg-primary/8 shadow-[inset_2px_0_0_var(--primary)]",
      )}
    >
      <SeverityMark severity={alert.severity} />
      <span className="min-w-0 flex-1 truncate">
        <span className="font-medium">{alert.title}</span>
        <span className="ml-2 hidden font-mono text-xs text-muted-foreground md:inline">{alert.useCase}</span>
      </span>
      <span className="hidden w-28 shrink-0 truncate text-muted-foreground md:block">{alert.camera}</span>
      <span className="flex w-26 shrink-0 justify-end sm:justify-start">
        <AlertStatusBadge status={alert.status} />
      </span>
      <span className="hidden w-12 shrink-0 text-right text-muted-foreground sm:block">{alert.age}</span>
    </li>
  );
}

function Chip({ className, children }: { className?: string; children: string }) {
  return (
    <span
      className={cn(
        "inline-flex h-6 items-center rounded-md border border-border px-2 text-xs text-muted-foreground",
        className,
      )}
    >
      <span className="truncate">{children}</span>
    </span>
  );
}

function Action({ children }: { children: string }) {
  return <span className="rounded-md border border-border px-2.5 py-1 text-xs font-medium">{children}</span>;
}
