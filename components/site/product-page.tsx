import { CameraExamples } from "@/components/site/camera-examples";
import { ConsoleWindow } from "@/components/site/console-window";
import { FeatureSection } from "@/components/site/feature-section";
import { KeySteps } from "@/components/site/key-steps";
import { QueryExamples } from "@/components/site/query-examples";
import { SecurityFacts } from "@/components/site/security-facts";
import { SiteFooter } from "@/components/site/site-footer";
import { SiteHeader } from "@/components/site/site-header";
import { quickStartRequests } from "@/components/snippets/first-requests";
import { curlSnippet } from "@/components/snippets/request-snippets";
import { ButtonLink } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";

type ProductPageProps = {
  /** The site's base URL without a trailing slash. */
  baseUrl: string;
  /** Whether anyone can create an organization. Otherwise people need an invitation. */
  canSignUp: boolean;
};

export function ProductPage({ baseUrl, canSignUp }: ProductPageProps) {
  return (
    <>
      <SiteHeader canSignUp={canSignUp} />
      <main id="main" tabIndex={-1} className="mx-auto max-w-6xl px-4 outline-none sm:px-6">
        <div className="grid items-center gap-x-12 gap-y-8 pt-12 pb-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,37.5rem)] lg:pt-20 lg:pb-14">
          <div>
            <h1 className="text-balance text-2xl font-semibold tracking-tight sm:text-3xl">
              Send camera alerts by API. Triage them in one console.
            </h1>
            <p className="mt-4 max-w-lg text-pretty text-base leading-7 text-muted-foreground">
              Sightline is the integration portal for your video analytics. Partners send alerts and read camera status
              through a small API. Your team sees each alert the moment it arrives and triages it with the keyboard.
            </p>
            <div className="mt-6 flex flex-wrap gap-2.5">
              {canSignUp ? (
                <ButtonLink href="/sign-up" variant="primary" size="lg">
                  Create an organization
                </ButtonLink>
              ) : (
                <ButtonLink href="/sign-in" variant="primary" size="lg">
                  Sign in
                </ButtonLink>
              )}
              <ButtonLink href="/docs" size="lg">
                Read the docs
              </ButtonLink>
            </div>
          </div>
          <CodeBlock label="Your first alert in two calls" code={firstCalls(baseUrl)} wrap className="shadow-surface" />
        </div>
        <ConsoleWindow />

        <div className="mt-16 lg:mt-24">
          <FeatureSection
            title="Push alerts"
            text="Three fields are enough: camera, use case and status. Send up to 1,000 alerts in one request. A repeated detection increments a counter instead of creating a second alert."
            link={{ href: "/docs/alerts", label: "How to send alerts" }}
          >
            <CodeBlock label="201 Created" code={createdAlert} wrap />
          </FeatureSection>
          <FeatureSection
            title="List and query"
            text="Filter alerts by status, severity, use case, camera, site, assignee, tag and time, on the page and in the API. Filters are part of the URL, so a link shows your colleague the same list."
            link={{ href: "/docs/pagination#filters", label: "All filters" }}
          >
            <QueryExamples />
          </FeatureSection>
          <FeatureSection
            title="Know your cameras"
            text="Add a camera with one request, under your own ID if you have one. Its status always includes the evidence, and interruptions shorter than the grace period don't count as outages."
            link={{ href: "/docs/camera-status#heartbeats", label: "Cameras and heartbeats" }}
          >
            <CameraExamples />
          </FeatureSection>
          <FeatureSection
            title="A key in minutes"
            text="No support tickets and no waiting. An admin creates a key, passes it to the partner, and sees when it was last used."
            link={canSignUp ? { href: "/sign-up", label: "Start now" } : { href: "/sign-in", label: "Sign in" }}
          >
            <KeySteps />
          </FeatureSection>
          <FeatureSection
            title="Built for security review"
            text="Answers to your security team's questions, here and in the docs."
            link={{ href: "/docs/authentication", label: "How keys are protected" }}
          >
            <SecurityFacts />
          </FeatureSection>
        </div>
      </main>
      <SiteFooter canSignUp={canSignUp} />
    </>
  );
}

/**
 * Returns the two requests of the quick start as curl commands. The camera comes first, because the alert refers
 * to it.
 */
function firstCalls(baseUrl: string): string {
  const { camera, alert } = quickStartRequests(`${baseUrl}/api/v1`);
  return [camera, alert].map(curlSnippet).join("\n\n");
}

const createdAlert = `{
  "id": "alert_01kb7z3v5qe9wtm2n8x4c6h0ra",
  "camera_id": "camera_01kb7yx0a3fv8s1d5p7m9k2gte",
  "use_case": "intrusion",
  "status": "open",
  "severity": "medium",
  "occurrence_count": 1,
  "source": { "kind": "api_key", "name": "Gate integration" },
  "created_at": "2026-11-20T22:41:07.318Z"
}`;
