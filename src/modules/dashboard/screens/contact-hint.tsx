import { type ReactNode, Suspense, useState } from "react";
import { latePart } from "#src/ui/late-part.ts";

const HintText = latePart(() => import("./contact-hint-text.tsx"));

const typedIn = (place: HTMLElement): string =>
  [...place.querySelectorAll("textarea")].map(({ value }) => value).join("\n\n");

type Props = {
  /** How the page calls who reads it. */
  reader: string;
  children: ReactNode;
};

/** Fields that the other side reads: contact details in them are named while somebody types, before they are hidden. */
export const ContactHint = ({ reader, children }: Props) => {
  const [text, setText] = useState("");
  return (
    <div className="stack [--gap:12px]" onInput={({ currentTarget }) => setText(typedIn(currentTarget))}>
      {children}
      {text !== "" && (
        <Suspense>
          <HintText text={text} reader={reader} />
        </Suspense>
      )}
    </div>
  );
};
