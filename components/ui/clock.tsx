"use client";
import { createContext, type ReactNode, useEffect, useState } from "react";
import { rememberCookie } from "@/components/ui/remember-cookie";
import { browserZone, ZONE_COOKIE } from "@/components/ui/zone";

interface Clock {
  /** When the server rendered the document, in milliseconds since the epoch. */
  now: number;
  /** The zone that the server wrote its times in. */
  zone: string;
}

/** What the server and hydration write times with, so that the two agree to the letter and nothing is rendered twice. */
export const ClockContext = createContext<Clock>({ now: 0, zone: "UTC" });

/** Goes around the whole site. The clock is that of the document: a refresh of the page's data doesn't set it again. */
export function ClockProvider({ now, zone, children }: Clock & { children: ReactNode }) {
  const [clock] = useState({ now, zone });
  // Where the cookie cannot be kept, the server's HTML says UTC and the browser corrects it.
  useEffect(() => {
    if (browserZone() !== zone) rememberCookie(ZONE_COOKIE, browserZone(), 365);
  }, [zone]);
  return <ClockContext value={clock}>{children}</ClockContext>;
}
