import { type ReactNode, useEffect, useState } from "react";
import { type Cents, formatUsd } from "#src/shared/money.ts";
import { cx } from "./class-names.ts";
import { barSettleMs, barSettlePx, useCorrection } from "./corrected-sum.tsx";

/** True while one of the elements named is on the screen; null before it is known. */
const useOnScreen = (id: string | undefined): boolean | null => {
  const [seen, setSeen] = useState<boolean | null>(null);
  useEffect(() => {
    const element = id ? document.getElementById(id) : null;
    if (!element) return;
    const observer = new IntersectionObserver((entries) => setSeen(entries.some((entry) => entry.isIntersecting)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [id]);
  return seen;
};

/** The total; after a change, for a moment, what it was instead of the link's words. The slip speaks the change. */
const BarSum = ({ cents, link }: { cents: Cents; link: ReactNode }) => {
  const { from, to, settle } = useCorrection(cents, barSettleMs);
  useEffect(() => {
    if (from === null) return;
    const began = window.scrollY;
    const onScroll = (): void => {
      if (Math.abs(window.scrollY - began) > barSettlePx) settle();
    };
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => window.removeEventListener("scroll", onScroll);
  }, [from, settle]);
  return (
    <>
      <span className={cx("sum", from !== null && "fresh")} translate="no">
        {formatUsd(to)}
      </span>
      {from === null ? (
        <span className="small block text-pen underline underline-offset-[0.2em]">{link}</span>
      ) : (
        <span className="small num block text-ink-2">
          was{" "}
          <del className="cut" translate="no">
            {formatUsd(from)}
          </del>
        </span>
      )}
    </>
  );
};

export type PriceBarProps = {
  cents: Cents;
  /** Where the lines are: "#slip". */
  href: string;
  link: ReactNode;
  /** The id of the calculator: the bar shows while it is on the screen … */
  within?: string;
  /** … and the button of the slip, with this id, is not. */
  unless?: string;
  /** One button. */
  children: ReactNode;
};

/** On phones and tablets: total, link to the lines, one button, at the lower edge. */
export const PriceBar = ({ cents, href, link, within, unless, children }: PriceBarProps) => {
  const near = useOnScreen(within);
  const doubled = useOnScreen(unless);
  const away = near === false || doubled === true;
  return (
    <aside className={cx("pricebar", away && "away")} aria-label="Your price">
      <a className="block min-h-13 text-ink no-underline" href={href}>
        <BarSum cents={cents} link={link} />
      </a>
      {children}
    </aside>
  );
};
