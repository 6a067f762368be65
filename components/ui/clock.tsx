"use client";
import { createContext, type ReactNode, useEffect, useState } from "react";
import { rememberCookie } from "@/components/ui/remember-cookie";
import { browserZone, ZONE_COOKIE } from "@/components/ui/zone";

interface Clock {
  /** When the server rendered the document, in milliseconds since the epoch. */
  now: number;
  /** The time zone that the server used for times. */
  zone: string;
}

/**
 * The clock and time zone for formatting during server rendering and hydration, so that both produce identical text.
 */
export const ClockContext = createContext<Clock>({ now: 0, zone: "UTC" });

/** Wraps the whole site. It uses the document's render time, which refreshing the page data doesn't change. */
export function ClockProvider({ now, zone, children }: Clock & { children: ReactNode }) {
  const [clock] = useState({ now, zone });
  // Without this cookie, the server renders times in UTC and the browser corrects them.
  useEffect(() => {
    if (browserZone() !== zone) rememberCookie(ZONE_COOKIE, browserZone(), 365);
  }, [zone]);
  return <ClockContext value={clock}>{children}</ClockContext>;
}
