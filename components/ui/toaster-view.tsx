"use client";
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import { useTheme } from "next-themes";
import { useEffect } from "react";
import * as sonner from "sonner";
import { Spinner } from "@/components/ui/spinner";
import { toasterMounted } from "@/components/ui/toast";

const icons = {
  success: <CircleCheck aria-hidden className="size-4 text-success" />,
  error: <CircleAlert aria-hidden className="size-4 text-danger" />,
  warning: <TriangleAlert aria-hidden className="size-4 text-warning" />,
  info: <Info aria-hidden className="size-4 text-notice" />,
  loading: <Spinner className="text-muted-foreground" />,
};

export default function ToasterView() {
  const { resolvedTheme } = useTheme();
  useEffect(() => toasterMounted(sonner), []);
  return (
    <sonner.Toaster
      theme={resolvedTheme === "dark" ? "dark" : "light"}
      position="bottom-right"
      closeButton
      style={{ fontFamily: "inherit" }}
      icons={icons}
      containerAriaLabel="Notices"
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "flex w-[min(var(--width),calc(100vw-2rem))] items-start gap-2.5 rounded-lg border border-border bg-raised py-3 pr-9 pl-3.5 text-sm text-foreground shadow-raised",
          icon: "mt-0.5 shrink-0",
          content: "min-w-0 flex-1",
          title: "wrap-anywhere font-medium",
          description: "wrap-anywhere mt-0.5 text-muted-foreground",
          actionButton:
            "h-7 shrink-0 rounded-md border border-border bg-surface px-2.5 text-xs font-medium hover:bg-muted",
          closeButton:
            "absolute top-2 right-2 grid size-6 place-items-center rounded-sm border-0! bg-transparent! text-muted-foreground! hover:bg-muted! hover:text-foreground! [&_svg]:size-3.5",
        },
      }}
    />
  );
}
