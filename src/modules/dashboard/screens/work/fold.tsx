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
      className={cx("fold", className)}
      open={shown}
      id={id}
      onToggle={({ currentTarget }) => show(currentTarget.open)}
    >
      <summary>
        <b className="strong">{title}</b>
        {aside && <span className="num">{aside}</span>}
        <Icon of={ChevronDown} />
      </summary>
      <div className="in">{children}</div>
    </details>
  );
};
