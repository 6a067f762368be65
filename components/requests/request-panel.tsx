"use client";
import type { OperationLink } from "@/components/requests/operation-link";
import { RequestDetail } from "@/components/requests/request-detail";
import { SidePanel } from "@/components/ui/side-panel";

type RequestPanelProps = {
  organization: string;
  id: string;
  origin: string;
  operations: readonly OperationLink[];
  onClose: () => void;
};

export function RequestPanel({ onClose, ...detail }: RequestPanelProps) {
  return (
    <SidePanel noun="Request" id={detail.id} onClose={onClose} closesOnEscape>
      <RequestDetail {...detail} />
    </SidePanel>
  );
}
