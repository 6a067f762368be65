import { ConsentFrame } from "@/components/oauth/consent-frame";
import { CopyButton } from "@/components/ui/copy-button";

type ConsentFaultProps = {
  /** What is wrong, for whoever maintains the app. */
  detail: string;
  /** The app's public name, as the address has it; not checked. */
  clientId: string | null;
};

/** A request that cannot be answered where it asks to be, so it is answered here and nobody is sent anywhere. */
export function ConsentFault({ detail, clientId }: ConsentFaultProps) {
  const report = [detail, clientId && `client_id: ${clientId}`].filter(Boolean).join("\n");
  return (
    <ConsentFrame
      title="This request cannot be trusted"
      description="Nothing was allowed, and you were not sent anywhere."
    >
      <p className="text-pretty">
        The app that brought you here asked in a way that is not accepted. You can close this page. To have it put
        right, tell the people who run the app:
      </p>
      <div className="mt-3 rounded-md bg-muted px-3 py-2 text-sm">
        <p className="[overflow-wrap:anywhere]">{detail}</p>
        {clientId ? (
          <p className="mt-1 font-mono text-xs text-muted-foreground [overflow-wrap:anywhere]">client_id: {clientId}</p>
        ) : null}
      </div>
      <CopyButton value={report} label="Copy for them" size="lg" className="mt-4 w-full" />
    </ConsentFrame>
  );
}
