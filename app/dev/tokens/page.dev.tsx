import type { ReactNode } from "react";
import { AlertStatusBadge, CameraStatusBadge, SeverityMark } from "@/components/shell/status-badge";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { MethodBadge } from "@/components/ui/method-badge";
import { alertStatuses, cameraStatuses, requestMethods, severities } from "@/lib/values";
import { Swatches } from "./swatches";

const texts = ["foreground", "muted-foreground", "primary", "link", "danger", "warning", "success", "notice"];
const grounds = ["background", "surface", "raised", "muted", "border", "input", "ring", "signal", "outage"];
const series = [1, 2, 3, 4, 5, 6].map((index) => `chart-${index}`);
const code = ["key", "string", "number", "comment", "property"].map((kind) => `code-${kind}`);
const scene = ["scene-0", "scene-1", "scene-2", "scene-3", "scene-ink"];
const sizes = ["text-2xs", "text-xs", "text-sm", "text-md", "text-base", "text-lg", "text-xl", "text-2xl", "text-3xl"];
const rows = ["h-head", "h-row-compact", "h-row", "h-row-picture"];
const radii = ["rounded-sm", "rounded-md", "rounded-lg", "rounded-xl"];
const tones = ["neutral", "outline", "primary", "success", "warning", "danger", "notice"] as const;
const variants = ["primary", "secondary", "ghost", "destructive"] as const;
const people = ["Ada Marsh", "Bo Lind", "Cy Ode", "Di Fox", "Ed Roe", "Flo Kay"];

/** Every token and small part in both themes, side by side. It exists in development only. */
export default function TokensPage() {
  return (
    <main className="grid lg:grid-cols-2">
      <h1 className="sr-only">Tokens</h1>
      <Theme name="light" />
      <Theme name="dark" />
    </main>
  );
}

function Theme({ name }: { name: "light" | "dark" }) {
  return (
    <div className={`${name} flex flex-col gap-8 bg-background p-8 text-foreground`}>
      <Group title="Text">
        <Swatches names={texts} kind="text" />
      </Group>
      <Group title="Grounds, lines and signals">
        <Swatches names={grounds} />
      </Group>
      <Group title="Severity: marks and words">
        <Swatches names={severities.map((severity) => `severity-${severity}`)} />
        <Swatches names={severities.map((severity) => `severity-${severity}-text`)} kind="text" />
      </Group>
      <Group title="Series, code, pictures">
        <Swatches names={series} />
        <Swatches names={code} kind="text" ground="code-bg" />
        <Swatches names={scene} ground="scene-0" />
      </Group>
      <Group title="Marks">
        {severities.map((severity) => (
          <SeverityMark key={severity} severity={severity} withLabel />
        ))}
        <span className="basis-full" />
        {alertStatuses.map((status) => (
          <AlertStatusBadge key={status} status={status} />
        ))}
        <span className="basis-full" />
        {cameraStatuses.map((status) => (
          <CameraStatusBadge key={status} status={status} />
        ))}
        <span className="basis-full" />
        {requestMethods.map((method) => (
          <MethodBadge key={method} method={method} />
        ))}
        {people.map((person) => (
          <Avatar key={person} name={person} />
        ))}
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </Group>
      <Group title="Type">
        {sizes.map((size) => (
          <p key={size} className={`${size} basis-full truncate`}>
            {size} · Person in the loading bay, 22:41:07
          </p>
        ))}
      </Group>
      <Group title="Heights and radii">
        {rows.map((row) => (
          <div key={row} className={`flex items-center rounded-lg border border-border bg-surface px-3 ${row}`}>
            {row}
          </div>
        ))}
        {radii.map((radius) => (
          <div key={radius} className={`grid h-row place-items-center border border-input px-3 ${radius}`}>
            {radius}
          </div>
        ))}
      </Group>
      <Group title="Controls">
        {variants.map((variant) => (
          <Button key={variant} variant={variant}>
            {variant}
          </Button>
        ))}
        <Field label="Field" hint="With a hint.">
          <Input defaultValue="Dock 3 east" />
        </Field>
        <Field label="Refused" error="Enter a name.">
          <Input defaultValue="" />
        </Field>
      </Group>
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-3 text-xs font-medium text-muted-foreground">{title}</h2>
      <div className="flex flex-wrap items-center gap-3">{children}</div>
    </section>
  );
}
