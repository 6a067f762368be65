"use client";
import { Send } from "lucide-react";
import { useState } from "react";
import { AlertStatusBadge, SeverityMark } from "@/components/shell/status-badge";
import { Button } from "@/components/ui/button";
import { ChartHistogram } from "@/components/ui/chart-histogram";
import { ChartSparkline } from "@/components/ui/chart-sparkline";
import { ChartStackedBars } from "@/components/ui/chart-stacked-bars";
import { Checkbox } from "@/components/ui/checkbox";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import { DropdownMenuItem, DropdownMenuSeparator } from "@/components/ui/dropdown-menu-items";
import { Field } from "@/components/ui/field";
import { formatMoment } from "@/components/ui/format-time";
import { Input } from "@/components/ui/input";
import { Popover } from "@/components/ui/popover";
import { Segmented } from "@/components/ui/segmented";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { TabList, TabPanel, Tabs } from "@/components/ui/tabs";
import { Textarea } from "@/components/ui/textarea";
import { timeTicks } from "@/components/ui/time-ticks";
import { Tooltip } from "@/components/ui/tooltip";

const MINUTE_MS = 60_000;
const FROM = Date.parse("2026-11-20T00:00:00Z");
const BARS = 96;
const QUARTER_MS = 15 * MINUTE_MS;
const TO = FROM + BARS * QUARTER_MS;

const waves = Array.from({ length: BARS }, (_, index) => [
  Math.round(20 + 14 * Math.sin(index / 9) + ((index * 7) % 11)),
  index % 13 === 0 ? 4 : 0,
  index % 37 === 0 ? 3 : 0,
]);
const startOf = (index: number) =>
  formatMoment(new Date(FROM + index * QUARTER_MS), { timeZone: "UTC", seconds: false });

const series = ["text-chart-1", "text-chart-2", "text-chart-3", "text-chart-4", "text-chart-5", "text-chart-6"].map(
  (color) => ({ id: color, label: color.replace("text-", ""), color }),
);

export function Charts() {
  return (
    <div className="flex w-full flex-col gap-6 rounded-lg border border-border bg-surface p-4">
      <ChartHistogram
        label="Requests over time"
        series={[
          { label: "Succeeded", className: "text-chart-1" },
          { label: "Refused", className: "text-warning" },
          { label: "Failed", className: "text-danger" },
        ]}
        bars={waves}
        wordsOf={(first, last) => `${startOf(first)} – ${startOf(last + 1)}`}
        peakOf={(peak) => `Up to ${peak} in 15 minutes, UTC`}
        onSelect={() => undefined}
        ticks={timeTicks(FROM, TO, "UTC")}
        now={0.99}
        timecodeOf={startOf}
      />
      <ChartStackedBars
        label="Requests per day"
        unit="Day"
        series={series}
        bars={waves.slice(0, 30).map(([high = 0], index) => ({
          label: formatMoment(new Date(FROM + index * BARS * QUARTER_MS), { timeZone: "UTC" }).replace(/,.*/, ""),
          values: [high, high / 4, high / 5, high / 6, high / 7, high / 8].map(Math.round),
        }))}
      />
      <ChartSparkline label="Requests in the last 24 hours" values={waves.map(([high = 0]) => high).slice(0, 24)} />
    </div>
  );
}

export function Fields() {
  return (
    <>
      <Field label="Field" hint="With a hint.">
        <Input defaultValue="Dock 3 east" />
      </Field>
      <Field label="Refused" error="Enter a name.">
        <Input defaultValue="" />
      </Field>
      <Field label="Select">
        <Select options={[{ value: "utc", label: "UTC" }]} />
      </Field>
      <Field label="Text">
        <Textarea defaultValue="Two lines" rows={2} />
      </Field>
      <Checkbox label="Checkbox" defaultChecked />
      <Checkbox label="Part of it" indeterminate />
      <Switch label="Switch" defaultChecked />
      <Segmented
        label="View"
        defaultValue="cards"
        options={[
          { value: "cards", label: "Cards" },
          { value: "table", label: "Table" },
        ]}
      />
      <Tabs defaultValue="one" className="w-full">
        <TabList
          label="Tabs"
          tabs={[
            { value: "one", label: "Example" },
            { value: "two", label: "Try it" },
          ]}
        />
        <TabPanel value="one">Example</TabPanel>
        <TabPanel value="two">A form</TabPanel>
      </Tabs>
    </>
  );
}

/** Samples of components with popups. The popups use the theme of the whole page. */
export function Popups() {
  const [count, setCount] = useState(0);
  return (
    <>
      <DropdownMenu label="Menu" trigger={<Button>Menu</Button>}>
        <DropdownMenuItem icon={<Send />} shortcut="s" onSelect={() => setCount(count + 1)}>
          Send again
        </DropdownMenuItem>
        <DropdownMenuItem disabled>Not now</DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem destructive onSelect={() => setCount(0)}>
          Delete
        </DropdownMenuItem>
      </DropdownMenu>
      <Popover label="Panel" trigger={<Button>Popover</Button>} className="p-3">
        Chosen {count} times
      </Popover>
      <Tooltip content="23 Nov 2026, 08:49 UTC">
        <Button>Tooltip</Button>
      </Tooltip>
      <Button loading>Loading</Button>
    </>
  );
}

const densities = ["h-row-compact", "h-row", "h-row-picture"];

export function Tables() {
  return densities.map((density) => (
    <div key={density} className="w-full rounded-lg border border-border bg-surface">
      <Table label={`Alerts, ${density}`}>
        <TableHeader>
          <tr>
            <TableHead>Severity</TableHead>
            <TableHead>Title</TableHead>
            <TableHead>Status</TableHead>
            <TableHead className="text-right">Count</TableHead>
          </tr>
        </TableHeader>
        <TableBody>
          <TableRow interactive>
            <TableCell className={density}>
              <SeverityMark severity="critical" withLabel />
            </TableCell>
            <TableCell className={density}>Person in the loading bay</TableCell>
            <TableCell className={density}>
              <AlertStatusBadge status="open" />
            </TableCell>
            <TableCell className={`${density} text-right tabular-nums`}>1,204</TableCell>
          </TableRow>
          <TableRow interactive selected>
            <TableCell className={density}>
              <SeverityMark severity="low" withLabel />
            </TableCell>
            <TableCell className={density}>Pallet left in the walkway</TableCell>
            <TableCell className={density}>
              <AlertStatusBadge status="resolved" />
            </TableCell>
            <TableCell className={`${density} text-right tabular-nums`}>3</TableCell>
          </TableRow>
        </TableBody>
      </Table>
    </div>
  ));
}
