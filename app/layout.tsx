import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { Providers } from "@/components/providers";
import { fontVariables } from "@/components/shell/fonts";
import { ProgressLine } from "@/components/ui/progress-line";
import { ZONE_COOKIE } from "@/components/ui/zone";
import { isTimeZone } from "@/lib/time-zone";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Sightline", template: "%s · Sightline" },
  description:
    "The integration portal for your video analytics: partners send alerts through an API, and your team triages them.",
  applicationName: "Sightline",
  icons: {
    icon: [
      { url: "/favicon.ico", sizes: "32x32" },
      { url: "/favicon.svg", type: "image/svg+xml" },
    ],
    apple: "/apple-touch-icon.png",
  },
  formatDetection: { telephone: false },
};

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f5f7f7" },
    { media: "(prefers-color-scheme: dark)", color: "#090e10" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  const zone = (await cookies()).get(ZONE_COOKIE)?.value;
  return (
    <html lang="en" className={fontVariables} suppressHydrationWarning>
      <body>
        <ProgressLine />
        <Providers nonce={nonce} now={Date.now()} zone={zone && isTimeZone(zone) ? zone : "UTC"}>
          {children}
        </Providers>
      </body>
    </html>
  );
}
