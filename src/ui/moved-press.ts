type Press = { readonly control: HTMLElement; readonly x: number; readonly y: number; readonly box: DOMRect };

const controls = "a[href], button, summary, label";
/** A pointer that moves further than this is taken away on purpose, which ends a press (WCAG 2.5.2). */
const steadyPx = 8;

let press: Press | null = null;

const begin = ({ target, button, isPrimary, clientX: x, clientY: y }: PointerEvent): void => {
  const control = target instanceof Element ? target.closest<HTMLElement>(controls) : null;
  press = control && isPrimary && button === 0 ? { control, x, y, box: control.getBoundingClientRect() } : null;
};

const end = (event: MouseEvent): void => {
  const begun = press;
  press = null;
  if (!begun || event.detail === 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const { control, x, y, box } = begun;
  if (!control.isConnected || control.contains(event.target as Node)) return;
  const now = control.getBoundingClientRect();
  const hasMoved = Math.hypot(now.x - box.x, now.y - box.y) >= 1;
  if (!hasMoved || Math.hypot(event.clientX - x, event.clientY - y) > steadyPx) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  control.click();
};

/**
 * A press on a control counts when the page moves the control away before the pointer is released, for example because
 * the row of a file is inserted above it. The browser would click what stands below the pointer then, or nothing.
 */
export function keepMovedPresses(): void {
  addEventListener("pointerdown", begin, true);
  addEventListener("click", end, true);
}
