"use client";
import { useQuery } from "@tanstack/react-query";
import { PageHeader } from "@/components/shell/page-header";
import { QueryError } from "@/components/shell/query-error";
import { Skeleton } from "@/components/ui/skeleton";
import { OrganizationForm } from "./organization-form";
import { TwoFactorCard } from "./organization-two-factor";
import { organizationOptions } from "./queries";

type OrganizationSettingsProps = { organization: string; mayEdit: boolean };

export function OrganizationSettings({ organization, mayEdit }: OrganizationSettingsProps) {
  const query = useQuery(organizationOptions(organization));
  const { data } = query;
  return (
    <>
      <PageHeader title="General" description="The organization and its settings." />
      <div className="flex flex-col gap-4">
        {data ? <OrganizationForm organization={data} mayEdit={mayEdit} /> : null}
        {data ? <TwoFactorCard organization={data} mayEdit={mayEdit} /> : null}
        <QueryError title="The organization didn't load" query={query} />
        {query.isPending ? <Skeleton className="h-64 rounded-lg" /> : null}
      </div>
    </>
  );
}
