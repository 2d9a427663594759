import type { ReactNode } from "react";
import { CalendarDays, Icon } from "../icons.tsx";

type Props = {
  /** The moment in words, or what to choose. */
  readonly at: string;
  /** Its zone in words. */
  readonly zone: string;
  readonly change?: string;
  /** Something inside is wrong. */
  readonly open: boolean;
  readonly children: ReactNode;
};

/** A moment in one line, which opens what it is chosen with. */
export const MomentFold = ({ at, zone, change = "Change", open, children }: Props) => (
  <details className="when" {...(open && { open })}>
    <summary>
      <span className="when-icon">
        <Icon of={CalendarDays} />
      </span>
      <span className="when-at">
        <b>{at}</b>
        <span className="zone nowrap">{zone}</span>
      </span>
      <span className="when-change">{change}</span>
    </summary>
    {children}
  </details>
);
