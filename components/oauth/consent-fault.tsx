import { ConsentFrame } from "@/components/oauth/consent-frame";
import { CopyButton } from "@/components/ui/copy-button";

type ConsentFaultProps = {
  /** The error, for the app's developers. */
  detail: string;
  /** The client ID from the URL, which isn't verified. */
  clientId: string | null;
};

/** Shown if the redirect URI of an authorization request can't be trusted. The person isn't redirected. */
export function ConsentFault({ detail, clientId }: ConsentFaultProps) {
  const report = [detail, clientId && `client_id: ${clientId}`].filter(Boolean).join("\n");
  return (
    <ConsentFrame title="This request isn't valid" description="No access was granted.">
      <p className="text-pretty">
        The app that sent you here made an invalid request. You can close this page. To get it fixed, send this to the
        app's developers:
      </p>
      <div className="mt-3 rounded-md bg-muted px-3 py-2 text-sm">
        <p className="[overflow-wrap:anywhere]">{detail}</p>
        {clientId ? (
          <p className="mt-1 font-mono text-xs text-muted-foreground [overflow-wrap:anywhere]">client_id: {clientId}</p>
        ) : null}
      </div>
      <CopyButton value={report} label="Copy details" size="lg" className="mt-4 w-full" />
    </ConsentFrame>
  );
}
