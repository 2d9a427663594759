import type { ReactNode } from "react";
import { Status } from "#src/ui/status.tsx";

type MethodRowProps = {
  name: string;
  /** In use or not, in a word. */
  on: boolean;
  state: string;
  detail?: ReactNode;
  action?: ReactNode;
};

/** One way to sign in, or one more factor: what it is, whether it is in use, what can be done. */
export const MethodRow = ({ name, on, state, detail, action }: MethodRowProps) => (
  <li>
    <div>
      <p className="strong">{name}</p>
      <Status shape={on ? "check" : "dash"}>{state}</Status>
      {detail && <p className="small muted wrap-anywhere">{detail}</p>}
    </div>
    {action && <div className="acts">{action}</div>}
  </li>
);
