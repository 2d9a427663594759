import { Link } from "react-router";
import { Add, Cut } from "#src/ui/marks.tsx";
import { Notice } from "#src/ui/notice.tsx";
import type { ChangedText } from "../changed-texts.server.ts";

type Piece = NonNullable<ChangedText["changes"]>[number]["pieces"][number];

const marked = ({ mark, text }: Piece, at: number) => {
  const key = `${at}-${mark}`;
  if (mark === "same") return <span key={key}>{text}</span>;
  return mark === "cut" ? <Cut key={key}>{text}</Cut> : <Add key={key}>{text}</Add>;
};

/** Which texts are others than the form had shown, with what changed in them. */
const ChangedTexts = ({ texts }: { texts: readonly ChangedText[] }) => (
  <Notice tone="info" title="What changed since you opened the form" className="mt-4">
    {texts.map(({ label, to, changes }) => (
      <details key={to} open={texts.length === 1}>
        <summary>{label}</summary>
        {changes?.map(({ id, pieces }) => (
          <p key={id} className="mt-2">
            {pieces.map(marked)}
          </p>
        ))}
        <p className="mt-2">
          <Link to={to} target="_blank">
            Read all of it
          </Link>{" "}
          (opens in a new tab)
        </p>
      </details>
    ))}
  </Notice>
);

export default ChangedTexts;
