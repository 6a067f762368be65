"use client";
import { SidePanel } from "@/components/ui/side-panel";
import { DeliveryDetailView } from "./delivery-detail-view";

type DeliveryPanelProps = { organization: string; webhookId: string; id: string; onClose: () => void };

export function DeliveryPanel({ onClose, ...detail }: DeliveryPanelProps) {
  return (
    <SidePanel noun="Delivery" id={detail.id} onClose={onClose} closesOnEscape>
      <div className="@container">
        <DeliveryDetailView {...detail} />
      </div>
    </SidePanel>
  );
}
