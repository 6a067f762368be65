import type { Metadata } from "next";
import { notFound } from "next/navigation";

export const metadata: Metadata = { title: "Page not found" };

/** Shows the 404 page for unknown paths below an organization, inside the portal's frame. */
export default function UnknownPage(): never {
  notFound();
}
