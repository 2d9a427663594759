import type { ReactNode } from "react";
import { cx } from "./class-names.ts";

/** pen: it is the reader's turn; ok, warn, bad: as the words say; off: nothing happens; ink: it continues. */
export type Tone = "ink" | "you" | "ok" | "warn" | "bad" | "off";

const drawings = {
  ring: { tone: "off", drawing: <circle cx="7" cy="7" r="5.5" /> },
  clock: { tone: "you", drawing: <path d="M12.5 7a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0ZM7 4v3.5" /> },
  dashed: { tone: "warn", drawing: <circle cx="7" cy="7" r="5.5" strokeDasharray="2.6 2" /> },
  half: {
    tone: "ink",
    drawing: (
      <>
        <circle cx="7" cy="7" r="5.5" />
        <path d="M7 1.5a5.5 5.5 0 0 1 0 11z" fill="currentColor" stroke="none" />
      </>
    ),
  },
  pause: { tone: "you", drawing: <path d="M12.5 7a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0ZM5.5 5v4M8.5 5v4" /> },
  caret: { tone: "you", drawing: <path d="M1.5 11.5 7 2.5l5.5 9" /> },
  again: { tone: "warn", drawing: <path d="M2.5 7a4.5 4.5 0 1 0 1.6-3.4M2 1.5v3h3" /> },
  check: { tone: "ok", drawing: <path d="m2 7.5 3.5 3.5L12 3.5" /> },
  dash: { tone: "off", drawing: <path d="M1.5 7h11" /> },
  back: { tone: "off", drawing: <path d="M5.5 3 2 6.5 5.5 10M2 6.5h6.5a3 3 0 0 1 0 6H7" /> },
  alert: { tone: "bad", drawing: <path d="M7 1.8 13 12H1zM7 6v2.5" /> },
} as const satisfies Record<string, { tone: Tone; drawing: ReactNode }>;

export type Shape = keyof typeof drawings;

/** The shape's usual tone; a screen may choose another. */
export const toneOf = (shape: Shape): Tone => drawings[shape].tone;

/** A shape, a word, then a colour: never the colour alone. */
export const Status = ({
  shape,
  tone = toneOf(shape),
  className,
  children,
}: {
  shape: Shape;
  tone?: Tone;
  className?: string;
  children: ReactNode;
}) => (
  <span className={cx("status", tone !== "ink" && tone, className)}>
    <svg viewBox="0 0 14 14" aria-hidden="true">
      {drawings[shape].drawing}
    </svg>
    {children}
  </span>
);

/** A small framed word: "test", "3 pages". */
export const TagMark = ({ className, children }: { className?: string; children: ReactNode }) => (
  <span className={cx("tag", className)}>{children}</span>
);

/** A number in a pill; `flat` for one that asks for nothing. */
export const Count = ({ flat, children }: { flat?: boolean; children: ReactNode }) => (
  <span className={cx("count", flat && "bg-well text-ink-2")}>{children}</span>
);
