import { Fragment, type ReactNode } from "react";
import { maskedPieces } from "#src/shared/hidden-contacts.ts";

type Props = {
  text: string;
  /** How the other parts are written. */
  plain?: (text: string) => ReactNode;
};

/** A text in which contact details are hidden: words in a frame stand in their place. */
export const MaskedText = ({ text, plain = (part) => part }: Props) =>
  maskedPieces(text).map(({ text: part, hidden, at }) =>
    hidden ? (
      <span
        key={at}
        className="inline-block max-w-full rounded-xs border border-dashed border-edge bg-well px-2 text-sm text-ink-2"
      >
        {part.slice(1, -1)}
      </span>
    ) : (
      <Fragment key={at}>{plain(part)}</Fragment>
    ),
  );
