import type { Metadata } from "next";
import { notFound } from "next/navigation";

export const metadata: Metadata = { title: "Page not found" };

/** A mistyped address below an organization; answered here so that members keep the frame around it. */
export default function UnknownPage(): never {
  notFound();
}
