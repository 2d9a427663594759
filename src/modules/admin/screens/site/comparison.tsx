import type { ChangedPart } from "#src/modules/orders/index.ts";
import { Add, Cut } from "#src/ui/marks.tsx";

/** What changed, in proofreader's marks; paragraphs that stayed are left out. Null: too long to compare. */
export const Comparison = ({ changes }: { changes: readonly ChangedPart[] | null }) => {
  if (!changes) return <p className="soft">The text is too long to compare.</p>;
  if (changes.length === 0) return <p className="soft">The words are the same.</p>;
  return (
    <div className="compared">
      {changes.map(({ id, pieces }) => (
        <p key={id}>
          {pieces.map(({ mark, text }, at) => {
            const key = `${at}-${mark}`;
            if (mark === "same") return <span key={key}>{text}</span>;
            return mark === "cut" ? <Cut key={key}>{text}</Cut> : <Add key={key}>{text}</Add>;
          })}
        </p>
      ))}
    </div>
  );
};
