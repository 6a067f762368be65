import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { RelativeTime } from "@/components/ui/relative-time";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";

type CredentialTableProps = { label: string; columns: readonly string[]; children: ReactNode };

/** A table where there is room for one; below that each row is a card of the same cells. The last column is for actions. */
export function CredentialTable({ label, columns, children }: CredentialTableProps) {
  return (
    <div className="@container rounded-lg border border-border bg-surface">
      <Table label={label} className="@max-[58rem]:block">
        <TableHeader className="@max-[58rem]:sr-only">
          <tr>
            {columns.map((column) => (
              <TableHead key={column}>{column}</TableHead>
            ))}
            <TableHead>
              <span className="sr-only">Actions</span>
            </TableHead>
          </tr>
        </TableHeader>
        <TableBody className="@max-[58rem]:block">{children}</TableBody>
      </Table>
    </div>
  );
}

/** `interactive` for a row whose name is a link that covers it. */
export function CredentialTableRow({ interactive = false, children }: { interactive?: boolean; children: ReactNode }) {
  return (
    <TableRow
      interactive={interactive}
      className="relative @max-[58rem]:grid @max-[58rem]:grid-cols-2 @max-[58rem]:gap-x-4 @max-[58rem]:gap-y-3 @max-[58rem]:px-4 @max-[58rem]:py-3.5 @max-[58rem]:@xl:grid-cols-3"
    >
      {children}
    </TableRow>
  );
}

export function NameCell({ className, children }: { className: string; children: ReactNode }) {
  return (
    <th
      scope="row"
      className={cn(
        "py-2 pr-3 pl-4 text-left font-normal @max-[58rem]:col-span-full @max-[58rem]:py-0 @max-[58rem]:pr-10 @max-[58rem]:pl-0",
        className,
      )}
    >
      {children}
    </th>
  );
}

export function CredentialCell({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <TableCell className={cn("py-2 @max-[58rem]:h-auto @max-[58rem]:p-0 @max-[58rem]:first:pl-0", className)}>
      <span aria-hidden className="mb-0.5 block text-xs text-muted-foreground @min-[58rem]:hidden">
        {label}
      </span>
      {children}
    </TableCell>
  );
}

export function SmallText({ children }: { children: ReactNode }) {
  return <span className="block text-xs text-muted-foreground @min-[58rem]:whitespace-nowrap">{children}</span>;
}

/** `time` replaces the plain one; the width is that of the longest, so that nothing moves when the browser takes over. */
export function LastUsedCell({
  value,
  time,
  children,
}: {
  value: string | null;
  time?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <CredentialCell label="Last used" className="@min-[58rem]:min-w-28">
      {value ? (
        (time ?? <RelativeTime value={value} className="whitespace-nowrap" />)
      ) : (
        <span className="text-muted-foreground">Never</span>
      )}
      {children}
    </CredentialCell>
  );
}

type MadeCellProps = { label: string; by: string; at: string; className?: string };

/** Who made or allowed it, and on which day. */
export function CreatedCell({ label, by, at, className = "@min-[58rem]:max-w-40" }: MadeCellProps) {
  return (
    <CredentialCell label={label}>
      <span dir="auto" className={cn("block truncate", className)}>
        {by}
      </span>
      <SmallText>
        <RelativeTime value={at} mode="date" />
      </SmallText>
    </CredentialCell>
  );
}

/** Above the link that covers an interactive row. */
export function ActionCell({ children }: { children: ReactNode }) {
  return (
    <TableCell className="relative text-right @max-[58rem]:absolute @max-[58rem]:top-2 @max-[58rem]:right-3 @max-[58rem]:p-0 @max-[58rem]:last:pr-0">
      {children}
    </TableCell>
  );
}
