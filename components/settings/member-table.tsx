"use client";
import { useQuery } from "@tanstack/react-query";
import { problemWords, requestIdOf } from "@/components/settings/mutation-problem";
import { ErrorState } from "@/components/shell/error-state";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { Role } from "@/lib/db/values";
import { memberListQuery } from "@/lib/members/queries";

const roleLabels: Record<Role, string> = { admin: "Admin", support: "Support", viewer: "Viewer" };

export function MemberTable({ organization }: { organization: string }) {
  const { data, error, isError, isFetching, refetch } = useQuery(memberListQuery(organization));
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title={data ? `Members (${data.data.length})` : "Members"}
        description="Admins change everything, support works on alerts, viewers read."
      />
      {data ? (
        <div className="border-t border-border">
          <Table label="Members">
            <TableHeader>
              <tr>
                <TableHead>Name</TableHead>
                <TableHead className="max-sm:hidden">E-mail</TableHead>
                <TableHead>Role</TableHead>
                <TableHead className="max-sm:hidden">Joined</TableHead>
              </tr>
            </TableHeader>
            <TableBody>
              {data.data.map((member) => (
                <TableRow key={member.id}>
                  <th scope="row" className="px-3 py-2 pl-4 text-left font-normal">
                    <span className="flex items-center gap-2.5">
                      <Avatar name={member.name} />
                      <span className="min-w-0">
                        <span dir="auto" className="block truncate font-medium">
                          {member.name}
                        </span>
                        <span className="block truncate text-xs text-muted-foreground sm:hidden">{member.email}</span>
                      </span>
                    </span>
                  </th>
                  <TableCell className="text-muted-foreground max-sm:hidden">{member.email}</TableCell>
                  <TableCell>
                    <Badge tone={member.role === "admin" ? "primary" : "neutral"}>{roleLabels[member.role]}</Badge>
                  </TableCell>
                  <TableCell className="whitespace-nowrap text-muted-foreground max-sm:hidden">
                    <RelativeTime value={member.joined_at} mode="date" />
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </div>
      ) : null}
      {isError && !data ? (
        <ErrorState
          title="The members did not load"
          detail={problemWords(error)}
          requestId={requestIdOf(error) ?? undefined}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : null}
      {!data && !isError ? (
        <div aria-busy="true" className="flex flex-col gap-3 px-4 pb-4">
          <Skeleton className="h-6 w-64" />
          <Skeleton className="h-6 w-56" />
        </div>
      ) : null}
    </Card>
  );
}
