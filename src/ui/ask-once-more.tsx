import type { RefusedForm } from "#src/shared/outcome.ts";
import { Notice } from "./notice.tsx";

/** The sum that a refused form waits to have repeated; also after it was repeated and something else is missing. */
export const sumToRepeat = (refused: RefusedForm | undefined, name = "repeat"): string | undefined =>
  refused?.repeat ?? (Object.keys(refused?.errors ?? {}).length === 0 ? refused?.values[name] : undefined);

/** Says a sum once more above the button; sent again, the form carries it and is done. */
export const RepeatSum = ({ text, name = "repeat" }: { text: string | undefined; name?: string }) =>
  text ? (
    <Notice tone="warn" title={text} live>
      <p>Is this right? Press the button again to confirm it, or correct the amount.</p>
      <input type="hidden" name={name} value={text} />
    </Notice>
  ) : null;

/** A command asks for a fresh proof of identity: the way there in another tab, so that what was typed stays here. */
export const StepUp = ({ className }: { className?: string }) => (
  <Notice tone="warn" live title="Confirm that it is you first." {...(className && { className })}>
    <p>
      Nothing was changed, and what you typed is still here.{" "}
      <a href="/confirm-identity" target="_blank" rel="noreferrer">
        Confirm that it is you (opens a new tab)
      </a>
      , then press the button again.
    </p>
  </Notice>
);
