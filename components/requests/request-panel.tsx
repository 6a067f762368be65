"use client";
import type { OperationLink } from "@/components/requests/operation-link";
import { SidePanel } from "@/components/ui/side-panel";
import { RequestDetailView } from "./request-detail-view";

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
      <RequestDetailView {...detail} />
    </SidePanel>
  );
}
