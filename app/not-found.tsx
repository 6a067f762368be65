import type { Metadata } from "next";
import { LostPage } from "@/components/shell/lost-page";

export const metadata: Metadata = { title: "Page not found" };

export default function NotFound() {
  return <LostPage />;
}
