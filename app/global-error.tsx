"use client";
import { Fault } from "@/components/shell/fault";
import { fontVariables } from "@/components/shell/fonts";
import "./globals.css";

type GlobalErrorProps = { error: unknown; retry: () => void };

/** The error page that replaces the whole document, so it has to apply the reader's theme itself. */
export default function GlobalError({ error, retry }: GlobalErrorProps) {
  return (
    <html lang="en" className={fontVariables} ref={applyTheme}>
      <body>
        <title>Error · Sightline</title>
        <Fault error={error} retry={retry} />
      </body>
    </html>
  );
}

function applyTheme(html: HTMLHtmlElement | null) {
  if (!html) return;
  let chosen: string | null = null;
  try {
    chosen = localStorage.getItem("theme");
  } catch {
    // If storage is blocked, use the system's theme.
  }
  const dark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  html.classList.toggle("dark", dark);
}
