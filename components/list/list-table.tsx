"use client";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Link } from "@/components/ui/link";

export interface ListColumn<Row> {
  label: string;
  cell: (row: Row) => ReactNode;
  /** Class of the width, such as `w-28`; the column without one takes what remains. */
  width?: string;
  /** Classes of heading and cells: `@max-[66rem]:hidden` leaves the column out where there is no room for it. */
  className?: string;
  /** In a card of lines: at the end of the name's line, or of the line below; else it follows the one before. */
  corner?: "top" | "bottom";
  /** Names the row, also for screen readers; the first column, unless another does. */
  isName?: boolean;
}

type ListTableProps<Row extends { id: string }> = {
  label: string;
  rows: readonly Row[];
  columns: readonly ListColumn<Row>[];
  /** A menu or a button at the end of a row. */
  actions?: ((row: Row) => ReactNode) | undefined;
  /** The actions are buttons with words, wider than that of a menu. */
  hasWideActions?: boolean;
  /** The entry that is open beside the list. */
  openId?: string | null;
  /** The names are `ListRowLink`s. */
  isInteractive?: boolean;
  /** What a row becomes where there is no room for a table: values with their labels, or lines of values alone. */
  cards?: "fields" | "lines";
  /** Two lines in a row need `roomy`. */
  density?: "normal" | "compact" | "roomy";
};

/** Records in rows; where there is no room for a table each is a card of the same cells. */
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
  /** A plain click calls it; all others follow the link, for example into a new tab. */
  onOpen?: () => void;
};

/** The name of a row: its link covers the row. */
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

/** The line below the one that counts: small, and no longer than its column. */
export function ListDetail({ className, ...props }: ComponentProps<"span">) {
  return <span {...props} className={cn("list-detail", className)} />;
}

/** Stands where a row has no value. */
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
