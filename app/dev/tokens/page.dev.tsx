import type { ReactNode } from "react";
import { ErrorState } from "@/components/shell/error-state";
import { AlertStatusBadge, CameraStatusBadge, SeverityMark } from "@/components/shell/status-badge";
import { CameraScene } from "@/components/site/camera-scene";
import { codeSamples } from "@/components/snippets/request-snippets";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { EmptyState } from "@/components/ui/empty-state";
import { Kbd } from "@/components/ui/kbd";
import { MethodBadge } from "@/components/ui/method-badge";
import type { SceneName } from "@/components/ui/scene";
import { alertStatuses, cameraStatuses, requestMethods, severities } from "@/lib/values";
import { Charts, Fields, Popups, Tables } from "./samples";
import { Swatches } from "./swatches";

const texts = ["foreground", "muted-foreground", "primary", "link", "danger", "warning", "success", "notice"];
const grounds = ["background", "surface", "raised", "muted", "border", "input", "ring", "signal", "outage"];
const series = [1, 2, 3, 4, 5, 6].map((index) => `chart-${index}`);
const codeColors = ["key", "string", "number", "comment", "property"].map((kind) => `code-${kind}`);
const scene = ["scene-0", "scene-1", "scene-2", "scene-3", "scene-ink"];
const sizes = ["text-2xs", "text-xs", "text-sm", "text-md", "text-base", "text-lg", "text-xl", "text-2xl", "text-3xl"];
const rows = ["h-head", "h-row-compact", "h-row", "h-row-picture"];
const radii = ["rounded-sm", "rounded-md", "rounded-lg", "rounded-xl"];
const tones = ["neutral", "outline", "primary", "success", "warning", "danger", "notice"] as const;
const variants = ["primary", "secondary", "ghost", "destructive"] as const;
const people = ["Ada Marsh", "Bo Lind", "Cy Ode", "Di Fox", "Ed Roe", "Flo Kay"];

const scenes: SceneName[] = ["quiet", "wedge", "blank", "key", "log", "lost"];
const THUMBNAIL =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 9'%3E%3Cpath d='M0 0h16v9H0z' fill='slategray'/%3E%3Cpath d='M0 6h16v3H0z' fill='dimgray'/%3E%3C/svg%3E";
const request = {
  method: "POST",
  url: "https://sightline.example/api/v1/alerts",
  authorized: true,
  body: { camera_id: "dock-9-north", use_case: "intrusion", confidence: 0.94, is_test: true },
};
const samples: [label: string, text: string][] = [
  ...codeSamples(request).map(({ label, code }): [string, string] => [label, code]),
  ["Headers", "RateLimit-Limit: 100\nRetry-After: 3"],
];

/** Shows all design tokens and small components side by side in both themes. The page exists only in development. */
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
      <Group title="Backgrounds, borders and status colors">
        <Swatches names={grounds} />
      </Group>
      <Group title="Severity: marks and words">
        <Swatches names={severities.map((severity) => `severity-${severity}`)} />
        <Swatches names={severities.map((severity) => `severity-${severity}-text`)} kind="text" />
      </Group>
      <Group title="Series, code, pictures">
        <Swatches names={series} />
        <Swatches names={codeColors} kind="text" ground="code-bg" />
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
        <Button size="sm">Small</Button>
        <Button size="lg">Large</Button>
        <Button disabled>Disabled</Button>
        <Kbd>⌘ K</Kbd>
      </Group>
      <Group title="Fields">
        <Fields />
      </Group>
      <Group title="Popups">
        <Popups />
      </Group>
      <Group title="Tables in three densities">
        <Tables />
      </Group>
      <Group title="Charts">
        <Charts />
      </Group>
      <Group title="Pictures: a drawing, and its thumbnail">
        <div className="w-80">
          <CameraScene />
        </div>
        {/** biome-ignore lint/performance/noImgElement: next/image is off. */}
        <img src={THUMBNAIL} alt="" className="viewfinder h-9" />
      </Group>
      <Group title="Empty lists and errors">
        {scenes.map((scene) => (
          <EmptyState key={scene} scene={scene} level={3} title={scene} className="p-2" />
        ))}
        <ErrorState className="w-full" requestId="request_01kb7z3v5qe9wtm2n8x4c6h0ra" />
      </Group>
      <Group title="Code">
        {samples.map(([label, text]) => (
          <CodeBlock key={label} label={label} code={text} className="w-full" />
        ))}
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
