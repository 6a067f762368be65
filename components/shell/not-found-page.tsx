"use client";
import { usePathname } from "next/navigation";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useFramePages } from "./frame";
import { MessagePage } from "./message-page";
import { Page } from "./page";

const TITLE = "Page not found";

/** The 404 page. It is shown inside the portal's frame if there is one. */
export function NotFoundPage() {
  const pages = useFramePages();
  const pathname = usePathname();
  if (!pages) {
    return (
      <MessagePage
        code="404"
        scene="wedge"
        caption="Nothing here"
        title={TITLE}
        detail="The address may be wrong, or the page belongs to an organization that you aren't a member of."
        actions={
          <>
            <ButtonLink href="/" variant="primary" size="lg">
              Go to the home page
            </ButtonLink>
            <ButtonLink href="/docs" size="lg">
              Read the docs
            </ButtonLink>
          </>
        }
      />
    );
  }
  const [home] = pages;
  const nearest = pages.findLast(({ href }) => pathname.startsWith(`${href}/`));
  return (
    <Page className="lg:pt-16">
      <EmptyState
        level={1}
        scene="wedge"
        title={TITLE}
        description="The address may be wrong, or the page was removed or belongs to another organization."
        action={
          <>
            {nearest && nearest !== home ? (
              <ButtonLink href={nearest.href} variant="primary">
                Go to {nearest.label}
              </ButtonLink>
            ) : null}
            {home ? <ButtonLink href={home.href}>Go to {home.label}</ButtonLink> : null}
          </>
        }
      />
    </Page>
  );
}
