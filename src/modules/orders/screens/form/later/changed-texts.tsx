import { useRef } from "react";
import { Link } from "react-router";
import { Add, Cut } from "#src/ui/marks.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { useTakeFocus } from "#src/ui/use-take-focus.ts";
import type { ChangedText } from "../changed-texts.server.ts";

type Changes = NonNullable<ChangedText["changes"]>;
/** What is longer is read on its page. */
const mostParagraphs = 12;

const marked = ({ mark, text }: Changes[number]["pieces"][number], at: number) => {
  const key = `${at}-${mark}`;
  if (mark === "same") return <span key={key}>{text}</span>;
  return mark === "cut" ? <Cut key={key}>{text}</Cut> : <Add key={key}>{text}</Add>;
};

const Text = ({ text: { label, to, changes } }: { text: ChangedText }) => (
  <div className="mt-4">
    <h3 className="strong">{label}</h3>
    {changes?.slice(0, mostParagraphs).map(({ id, pieces }) => (
      <p key={id} className="mt-1">
        {pieces.map(marked)}
      </p>
    ))}
    <p className="mt-1">
      <Link to={to} target="_blank">
        Read all of it<span className="vh">: {label}</span>
      </Link>{" "}
      (opens in a new tab)
    </p>
  </div>
);

/** Which texts are others than the form had shown, with what changed in them. `alone`: nothing else is wrong. */
const ChangedTexts = ({ texts, alone }: { texts: readonly ChangedText[]; alone: boolean }) => {
  const box = useRef<HTMLDivElement>(null);
  useTakeFocus(alone && texts, () => box.current?.focus());
  return (
    <div ref={box} tabIndex={-1} className="mt-4">
      <Notice tone="info" live title="What you accept with an order changed while this form was open.">
        <p>Nothing was ordered, and what you typed is still here. Read what changed, then tick the box again.</p>
        {texts.map((text) => (
          <Text key={text.to} text={text} />
        ))}
      </Notice>
    </div>
  );
};

export default ChangedTexts;
