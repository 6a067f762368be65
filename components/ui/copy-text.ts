/**
 * Copies `text` to the clipboard. Returns false if the browser rejects all methods. The caller then shows the
 * text, so that the reader can select it.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyThroughSelection(text);
  }
}

/** Copies text without the clipboard API, which is unavailable over plain HTTP or without permission. */
function copyThroughSelection(text: string): boolean {
  const focused = document.activeElement;
  // A modal dialog traps focus, so the helper element must be inside the dialog to be selectable.
  const parent = focused?.closest("[role=dialog],[role=alertdialog]") ?? document.body;
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.setAttribute("aria-hidden", "true");
  area.style.position = "fixed";
  area.style.opacity = "0";
  parent.append(area);
  area.select();
  let copied = false;
  try {
    copied = document.execCommand("copy");
  } catch {
    copied = false;
  }
  area.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return copied;
}
