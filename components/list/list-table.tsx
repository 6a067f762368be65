"use client";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Link } from "@/components/ui/link";

export interface ListColumn<Row> {
  label: string;
  cell: (row: Row) => ReactNode;
  /** A width class such as `w-28`. The column without one takes the remaining space. */
  width?: string;
  /** Classes for the heading and cells, such as `@max-[66rem]:hidden` to hide the column in narrow lists. */
  className?: string;
  /**
   * The position of the value in a card of lines: at the end of the first or second line. By default it follows
   * the previous value.
   */
  corner?: "top" | "bottom";
  /** Whether the column names the row, also for screen readers. Defaults to true for the first column only. */
  isName?: boolean;
}

type ListTableProps<Row extends { id: string }> = {
  label: string;
  rows: readonly Row[];
  columns: readonly ListColumn<Row>[];
  /** A menu or button at the end of a row. */
  actions?: ((row: Row) => ReactNode) | undefined;
  /** Whether the actions are text buttons, which need more width than a menu. */
  hasWideActions?: boolean;
  /** The ID of the entry open beside the list. */
  openId?: string | null;
  /** Whether the names of rows are `ListRowLink`s. */
  isInteractive?: boolean;
  /** How rows are shown if there is no room for a table: as labeled values, or as lines of values. */
  cards?: "fields" | "lines";
  /** The height of rows. Rows with two lines need `roomy`. */
  density?: "normal" | "compact" | "roomy";
};

/** A table of records. If there is no room for a table, each row becomes a card with the same cells. */
export function ListTable<Row extends { id: string }>({
  label,
  rows,
  columns,
  actions,
  hasWideActions = false,
  openId = null,
  isInteractive = false,
  cards = "lines",
  density = "normal",
}: ListTableProps<Row>) {
  const name = columns.find(({ isName }) => isName) ?? columns[0];
  return (
    <div className="list-table-frame">
      <table
        aria-label={label}
        className="list-table"
        data-cards={cards}
        data-density={density}
        data-actions={hasWideActions ? "wide" : undefined}
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.label} scope="col" className={cn(column.width, column.className)}>
                {column.label}
              </th>
            ))}
            {actions ? (
              <th scope="col" className="list-actions">
                <span className="sr-only">Actions</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.id}
              className={isInteractive ? "is-link" : undefined}
              data-open={row.id === openId || undefined}
            >
              {columns.map((column) =>
                column === name ? (
                  <th key={column.label} scope="row" className={column.className}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.label} className={column.className} data-corner={column.corner}>
                    {cards === "fields" ? (
                      <span aria-hidden className="list-label">
                        {column.label}
                      </span>
                    ) : null}
                    {column.cell(row)}
                  </td>
                ),
              )}
              {actions ? <td className="list-actions">{actions(row)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type ListRowLinkProps = Omit<ComponentProps<typeof Link>, "onClick"> & {
  /** Called for a plain click. Other clicks follow the link, for example into a new tab. */
  onOpen?: () => void;
};

/** The name of a row, as a link that covers the whole row. */
export function ListRowLink({ href, onOpen, className, ...link }: ListRowLinkProps) {
  const look = cn("list-link", className);
  if (!onOpen) return <Link href={href} {...link} className={look} />;
  function onClick(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen?.();
  }
  return <a href={href} {...link} onClick={onClick} className={look} />;
}

/** The secondary line of a cell, in small and truncated text. */
export function ListDetail({ className, ...props }: ComponentProps<"span">) {
  return <span {...props} className={cn("list-detail", className)} />;
}

/** Shown where a row has no value. */
export function NoValue() {
  return (
    <>
      <span aria-hidden className="text-muted-foreground">
        –
      </span>
      <span className="sr-only">None</span>
    </>
  );
}
