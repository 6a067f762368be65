"use client";
import { useQuery } from "@tanstack/react-query";
import { problemWords, requestIdOf } from "@/components/settings/mutation-problem";
import { OrganizationForm } from "@/components/settings/organization-form";
import { TwoFactorCard } from "@/components/settings/organization-two-factor";
import { ErrorState } from "@/components/shell/error-state";
import { PageHeader } from "@/components/shell/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { organizationQuery } from "@/lib/organizations/queries";

type OrganizationSettingsProps = { organization: string; mayEdit: boolean };

export function OrganizationSettings({ organization, mayEdit }: OrganizationSettingsProps) {
  const { data, error, isError, isFetching, refetch } = useQuery(organizationQuery(organization));
  return (
    <>
      <PageHeader title="General" description="The organization, and what holds for everybody in it." />
      <div className="flex flex-col gap-4">
        {data ? <OrganizationForm organization={data} mayEdit={mayEdit} /> : null}
        {data ? <TwoFactorCard organization={data} mayEdit={mayEdit} /> : null}
        {isError && !data ? (
          <ErrorState
            title="The organization did not load"
            detail={problemWords(error)}
            requestId={requestIdOf(error) ?? undefined}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : null}
        {!data && !isError ? <Skeleton className="h-64 rounded-lg" /> : null}
      </div>
    </>
  );
}
