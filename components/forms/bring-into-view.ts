/** As a ref: what appears outside of the scrolled part of a form comes into it. */
export function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}
