import { Page } from "@/components/shell/page";
import { PageHeader } from "@/components/shell/page-header";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

type NoPermissionPageProps = {
  /** The page's own title. */
  page: string;
  /** Whom the page is for. */
  title: string;
  /** What the reader lacks, and whom to ask. */
  description: string;
  /** Slug of the organization. */
  organization: string;
};

/** In place of a page that the reader's role does not open. */
export function NoPermissionPage({ page, title, description, organization }: NoPermissionPageProps) {
  return (
    <Page>
      <PageHeader title={page} />
      <EmptyState
        scene="key"
        title={title}
        description={description}
        action={<ButtonLink href={`/${organization}`}>Back to home</ButtonLink>}
        className="rounded-lg border border-border bg-surface"
      />
    </Page>
  );
}
