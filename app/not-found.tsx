import type { Metadata } from "next";
import { MessagePage } from "@/components/shell/message-page";
import { ButtonLink } from "@/components/ui/button";

export const metadata: Metadata = { title: "Page not found" };

export default function NotFound() {
  return (
    <MessagePage
      code="404"
      title="There is no page here"
      detail="The address may be mistyped, or what it showed belongs to an organization that you are not a member of."
      actions={
        <>
          <ButtonLink href="/" variant="primary" size="lg">
            Go to the start page
          </ButtonLink>
          <ButtonLink href="/docs" size="lg">
            Read the docs
          </ButtonLink>
        </>
      }
    />
  );
}
