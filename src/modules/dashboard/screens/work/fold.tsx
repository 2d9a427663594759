import type { ReactNode } from "react";
import { ChevronDown, Icon } from "#src/ui/icons.tsx";

type Props = { title: string; aside: string | null; open?: boolean; id?: string; children: ReactNode };

/** A part of the page that is looked up, not read each time. */
export const Fold = ({ title, aside, open = false, id, children }: Props) => (
  <details className="fold" open={open} id={id}>
    <summary>
      <b className="strong">{title}</b>
      {aside && <span className="num">{aside}</span>}
      <Icon of={ChevronDown} />
    </summary>
    <div className="in">{children}</div>
  </details>
);
