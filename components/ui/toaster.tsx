"use client";
import { lazy, Suspense, useEffect, useState } from "react";
import { onToastRequest } from "@/components/ui/toast";

const ToasterView = lazy(() => import("@/components/ui/toaster-view"));

/** The area in which toasts appear. Render it once. The toast library is loaded with the first toast. */
export function Toaster() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => onToastRequest(() => setWanted(true)), []);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <ToasterView />
    </Suspense>
  );
}
