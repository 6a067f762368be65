"use client";
import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { ThemeProvider } from "next-themes";
import { type ReactNode, useEffect, useState } from "react";
import { ClockProvider } from "@/components/ui/clock";
import { Toaster } from "@/components/ui/toaster";

type ProvidersProps = {
  nonce?: string | undefined;
  /** When the server rendered the document, in milliseconds since the epoch, and the time zone it used. */
  now: number;
  zone: string;
  children: ReactNode;
};

const STALE_AFTER_MS = 10_000;
const MAXIMUM_RETRIES = 2;

export function Providers({ nonce, now, zone, children }: ProvidersProps) {
  const [queryClient] = useState(getQueryClient);
  // React runs child effects first, so the page is interactive now. Browser tests wait for this attribute.
  useEffect(() => {
    document.documentElement.dataset.hydrated = "";
  }, []);
  return (
    <ThemeProvider attribute="class" defaultTheme="system" enableSystem disableTransitionOnChange nonce={nonce}>
      <CSPProvider nonce={nonce}>
        <ClockProvider now={now} zone={zone}>
          <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
        </ClockProvider>
        <Toaster />
      </CSPProvider>
    </ThemeProvider>
  );
}

let browserClient: QueryClient | undefined;

/** Returns one client per browser. On the server, returns a new one per render, so that visitors never share data. */
function getQueryClient(): QueryClient {
  if (typeof window === "undefined") return createQueryClient();
  browserClient ??= createQueryClient();
  return browserClient;
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_AFTER_MS,
        retry: (failures, error) => failures < MAXIMUM_RETRIES && mayPassByItself(error),
      },
      mutations: { retry: false },
    },
  });
}

/** Returns whether a retry can succeed: only after network and server errors. A 4xx reply stays the same. */
function mayPassByItself(error: unknown): boolean {
  if (error instanceof Error && "status" in error && typeof error.status === "number")
    return error.status === 0 || error.status >= 500;
  return error instanceof TypeError;
}
