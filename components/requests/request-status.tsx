import { Badge, type BadgeTone } from "@/components/ui/badge";

function toneOf(status: number): BadgeTone {
  if (status < 400) return "success";
  if (status === 429) return "info";
  return status < 500 ? "warning" : "danger";
}

export function RequestStatus({ status }: { status: number }) {
  return (
    <Badge tone={toneOf(status)} className="font-mono tabular-nums">
      {status}
    </Badge>
  );
}
