"use client";
import { createContext, type ReactNode, useEffect, useState } from "react";
import { rememberCookie } from "@/components/ui/remember-cookie";
import { browserZone, ZONE_COOKIE } from "@/components/ui/zone";

interface Clock {
  /** When the server rendered the document, in milliseconds since the epoch. */
  now: number;
  /** The time zone in which the server rendered times. */
  zone: string;
}

/**
 * The render time and time zone that server rendering and hydration use to format times, so that both produce
 * identical text.
 */
export const ClockContext = createContext<Clock>({ now: 0, zone: "UTC" });

/**
 * Provides the document's render time and time zone to the whole site. They don't change when page data is
 * refreshed.
 */
export function ClockProvider({ now, zone, children }: Clock & { children: ReactNode }) {
  const [clock] = useState({ now, zone });
  // Without this cookie, the server renders times in UTC and the browser corrects them.
  useEffect(() => {
    if (browserZone() !== zone) rememberCookie(ZONE_COOKIE, browserZone(), 365);
  }, [zone]);
  return <ClockContext value={clock}>{children}</ClockContext>;
}
