import type { Metadata } from "next";
import { notFound } from "next/navigation";

export const metadata: Metadata = { title: "Page not found" };

/** An unknown path below an organization. It is handled here so that members keep the portal's frame. */
export default function UnknownPage(): never {
  notFound();
}
