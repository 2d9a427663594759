import { Link } from "react-router";
import { ChangedTexts } from "#src/modules/operator/index.screens.ts";
import { Add, Cut } from "#src/ui/marks.tsx";
import type { ChangedText } from "../submit-order.server.ts";

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
const ChangedOrderTexts = ({ texts, alone }: { texts: readonly ChangedText[]; alone: boolean }) => (
  <ChangedTexts
    what="an order"
    nothing="Nothing was ordered, and what you typed is still here."
    texts={texts}
    alone={alone}
    className="mt-4"
  >
    {texts.map((text) => (
      <Text key={text.to} text={text} />
    ))}
  </ChangedTexts>
);

export default ChangedOrderTexts;
