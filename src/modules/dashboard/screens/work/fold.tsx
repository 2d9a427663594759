import { type ReactNode, useEffect, useState } from "react";
import { cx } from "#src/ui/class-names.ts";
import { ChevronDown, Icon } from "#src/ui/icons.tsx";

type Props = {
  title: string;
  aside: string | null;
  open?: boolean;
  id?: string;
  className?: string;
  children: ReactNode;
};

/**
 * A part of the page that is looked up, not read each time. What opens it from outside, a preview or a refusal, leaves
 * it open when that is gone: only its reader closes it.
 */
export const Fold = ({ title, aside, open = false, id, className, children }: Props) => {
  const [shown, show] = useState(open);
  useEffect(() => {
    if (open) show(true);
  }, [open]);
  return (
    <details
      className={cx(
        "fold border-t border-rule-strong last-of-type:border-b [&[open]>summary>svg]:rotate-180",
        className,
      )}
      open={shown}
      id={id}
      onToggle={({ currentTarget }) => show(currentTarget.open)}
    >
      <summary className="flex items-center gap-4">
        <b className="mr-auto font-semibold">{title}</b>
        {aside && <span className="num text-right text-(length:--text-sm) text-ink-3 max-md:hidden">{aside}</span>}
        <Icon of={ChevronDown} />
      </summary>
      <div className="pb-6">{children}</div>
    </details>
  );
};
