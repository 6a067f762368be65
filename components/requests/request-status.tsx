import { Badge } from "@/components/ui/badge";
import { statusTone } from "@/components/ui/status-tone";

export function RequestStatus({ status }: { status: number }) {
  return (
    <Badge tone={statusTone(status)} className="font-mono tabular-nums">
      {status}
    </Badge>
  );
}
