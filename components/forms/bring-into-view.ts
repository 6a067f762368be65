/** A ref callback that scrolls a new element into view. */
export function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}
