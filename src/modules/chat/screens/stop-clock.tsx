import type { ComponentProps } from "react";
import { Checkbox } from "#src/ui/choices.tsx";

/** What a writer can do beside sending: ask, and stop the clock until the answer. */
export type Pause = {
  /** The state of the order that the page shows. */
  version: number;
  /** Until when it stands still at the latest, and when the client is reminded. */
  ends: string;
};

type Props = { pause: Pause } & Pick<ComponentProps<"input">, "checked" | "defaultChecked" | "onChange">;

/** Makes a message a question that stops the writer's clock; says until when before it is sent. */
export const StopClock = ({ pause, ...state }: Props) => (
  <div className="pause">
    <input type="hidden" name="seenVersion" value={pause.version} />
    <Checkbox name="stop" value="on" {...state}>
      Pause the work until the answer
      <small className="meta">{pause.ends}</small>
    </Checkbox>
  </div>
);
