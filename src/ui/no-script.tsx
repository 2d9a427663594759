import type { ReactNode } from "react";
import { cx } from "./class-names.ts";

/**
 * Runs before the first paint, inline: scripts are expected, so the style sheet hides what people use without them. The
 * mark is taken back when the scripts do not come (public-pages/deferred-scripts.ts). It is set in words of the newest language
 * that the starter is written in: a browser that could not read that one must not set the mark.
 */
export const expectScripts = "document.documentElement.dataset.scripts??='';";

const empty = (box: HTMLDivElement | null) => box?.replaceChildren();

/**
 * What people use without scripts: those who have none, and those whose scripts do not come. It is gone from the page as
 * soon as scripts work, so that none of its fields and buttons is sent or pressed by Enter.
 */
export const NoScript = ({ className, children }: { className?: string; children: ReactNode }) => (
  // The browser's copy is empty: what the server wrote is left as it is, and then taken away.
  <div ref={empty} className={cx("no-script", className)} suppressHydrationWarning>
    {import.meta.env.SSR ? children : ""}
  </div>
);
