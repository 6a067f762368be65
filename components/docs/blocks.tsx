import { Info } from "lucide-react";
import type { ReactElement } from "react";
import { Inline } from "@/components/docs/inline";
import { cn } from "@/components/ui/cn";
import { Table, TableBody, TableHead, TableHeader, TableRow } from "@/components/ui/table";

/** A block of content. Plain text becomes a paragraph; other content uses the components below. */
export type Block = string | ReactElement;

export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block) => (typeof block === "string" ? <Paragraph key={block} text={block} /> : block));
}

export function Paragraph({ text }: { text: string }) {
  return (
    <p className="max-w-[68ch] text-pretty">
      <Inline text={text} />
    </p>
  );
}

export function Callout({ text }: { text: string }) {
  return (
    <p className="flex gap-2.5 rounded-lg border border-border bg-muted/60 px-3.5 py-2.5 text-sm leading-6">
      <Info aria-hidden className="mt-1 size-4 shrink-0 text-link" />
      <span>
        <Inline text={text} />
      </span>
    </p>
  );
}

type FactsProps = { label: string; head: readonly string[]; rows: readonly (readonly string[])[] };

/** A table whose cells are text. The first column is the row header. */
export function Facts({ label, head, rows }: FactsProps) {
  const isWide = head.length > 2;
  return (
    <div className="rounded-lg border border-border bg-surface">
      <Table label={label} className={cn("leading-6", isWide && "min-w-lg")}>
        <TableHeader>
          <TableRow>
            {head.map((title) => (
              <TableHead key={title}>{title}</TableHead>
            ))}
          </TableRow>
        </TableHeader>
        <TableBody>
          {rows.map(([name = "", ...cells]) => (
            <TableRow key={name}>
              <th
                scope="row"
                className={cn(
                  "min-w-26 py-2 pr-3 pl-4 text-left sm:whitespace-nowrap align-top font-medium",
                  isWide && "whitespace-nowrap",
                )}
              >
                <Inline text={name} />
              </th>
              {cells.map((cell, index) => (
                <td key={head[index + 1]} className="px-3 py-2 align-top last:pr-4">
                  <Inline text={cell} />
                </td>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}
