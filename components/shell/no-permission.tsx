import { Page } from "@/components/shell/page";
import { PageHeader } from "@/components/shell/page-header";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

type NoPermissionPageProps = {
  /** The page's title. */
  page: string;
  /** A text that says who can open the page. */
  title: string;
  /** A text that says what the reader's role lacks, and whom to ask. */
  description: string;
  /** The organization's slug. */
  organization: string;
};

/** Shown instead of a page that the reader's role can't open. */
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
