import { Notice } from "./notice.tsx";

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
