import { ModeStrip } from "#src/ui/masthead.tsx";
import { useFrame } from "./frame.ts";

/** Demo mode says so on every page, calmly. */
export const ModeNotice = () =>
  useFrame()?.demo ? (
    <ModeStrip>
      <b>Demonstration.</b>
      <span>Nothing here is sold, and no e-mail leaves this computer.</span>
    </ModeStrip>
  ) : null;
