import type { ExternalToast } from "sonner";

type Sonner = typeof import("sonner");
type ToastKind = "message" | "success" | "error" | "info" | "warning" | "loading";
type ToastOptions = Pick<ExternalToast, "id" | "description" | "duration" | "action" | "onDismiss">;

let markMounted: (sonner: Sonner) => void = () => {};
const mounted = new Promise<Sonner>((resolve) => {
  markMounted = resolve;
});
let request: (() => void) | undefined;
let requested = false;
let lastId = 0;

/** Registers how to load the toast library. If a toast was already shown, loads it immediately. */
export function onToastRequest(load: () => void) {
  request = load;
  if (requested) load();
}

export function toasterMounted(sonner: Sonner) {
  markMounted(sonner);
}

function show(kind: ToastKind, message: string, options: ToastOptions = {}): string | number {
  const id = options.id ?? `toast-${++lastId}`;
  requested = true;
  request?.();
  void mounted.then((sonner) => sonner.toast[kind](message, { ...options, id }));
  return id;
}

/** Shows short notices. Each call returns an ID for `dismiss`. Reusing an ID replaces the notice. */
export const toast = {
  message: (message: string, options?: ToastOptions) => show("message", message, options),
  success: (message: string, options?: ToastOptions) => show("success", message, options),
  error: (message: string, options?: ToastOptions) => show("error", message, options),
  info: (message: string, options?: ToastOptions) => show("info", message, options),
  warning: (message: string, options?: ToastOptions) => show("warning", message, options),
  loading: (message: string, options?: ToastOptions) => show("loading", message, options),
  dismiss: (id?: string | number) => void mounted.then((sonner) => sonner.toast.dismiss(id)),
};
