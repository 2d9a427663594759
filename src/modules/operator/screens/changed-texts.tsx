import { type ReactNode, useRef } from "react";
import { useTakeFocus } from "#src/ui/hydrated.ts";
import { Notice } from "#src/ui/notice.tsx";

type Props = {
  /** What is accepted with the texts: "an account". */
  what: string;
  /** What did not happen: "No account was made." */
  nothing: string;
  /** Changes with each answer that names other texts. */
  texts: readonly unknown[];
  /** Nothing else is wrong: the notice gets the focus. */
  alone: boolean;
  className?: string;
  children: ReactNode;
};

/** Above a form that had shown other texts than those of now; `children` names them. */
export const ChangedTexts = ({ what, nothing, texts, alone, className, children }: Props) => {
  const box = useRef<HTMLDivElement>(null);
  useTakeFocus(alone && texts, () => box.current?.focus());
  return (
    <div ref={box} tabIndex={-1} className={className}>
      <Notice tone="info" live title={`What you accept with ${what} changed while this form was open.`}>
        <p>{nothing} Read what changed, then tick the box again.</p>
        {children}
      </Notice>
    </div>
  );
};
