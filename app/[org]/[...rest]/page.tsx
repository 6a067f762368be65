import { notFound } from "next/navigation";

/** A mistyped address below an organization; answered here so that members keep the frame around it. */
export default function UnknownPage(): never {
  notFound();
}
