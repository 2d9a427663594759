import { useState } from "react";
import { MaskedText } from "#src/ui/masked-text.tsx";
import { beginningOf, piecesOf } from "../panel/links.ts";

/** Pieces of a text by where they begin. */
const placed = (text: string) => {
  let at = 0;
  return piecesOf(text).map((piece) => {
    const start = at;
    at += piece.text.length;
    return { ...piece, start };
  });
};

const Pieces = ({ text }: { text: string }) =>
  placed(text).map(({ text: part, href, start }) =>
    href ? (
      <a key={start} href={href} target="_blank" rel="noopener noreferrer nofollow">
        {part}
      </a>
    ) : (
      <span key={start}>{part}</span>
    ),
  );

/** A text as it was typed: never markup, its direction its own, addresses as links, long ones cut until asked for. */
export const MessageText = ({ text, masked = false }: { text: string; masked?: boolean }) => {
  const [whole, setWhole] = useState(false);
  const beginning = whole ? null : beginningOf(text);
  return (
    <div className="words" dir="auto">
      {masked ? (
        <MaskedText text={beginning ?? text} plain={(part) => <Pieces text={part} />} />
      ) : (
        <Pieces text={beginning ?? text} />
      )}
      {beginning !== null && (
        <>
          {"… "}
          <button type="button" className="link" onClick={() => setWhole(true)}>
            Show all
          </button>
        </>
      )}
    </div>
  );
};
