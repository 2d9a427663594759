import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { longestRating, type Rating, ratingLabels, ratingValues } from "../domain/rating.ts";

type Props = {
  /** The question's id, while it waits for an answer. */
  readonly question: string | undefined;
  readonly rated: () => void;
};

const send = (ratingId: string, rating: Rating, comment: string): Promise<boolean> =>
  fetch("/api/chat/rate", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ratingId, rating, comment }),
  }).then(
    ({ ok, status }) => ok || status === 409,
    () => false,
  );

/** Asked once below a closed conversation: three choices, and a comment if there is one. Who continues writing ends it. */
export const HowWasIt = ({ question, rated }: Props) => {
  const name = useId();
  const [chosen, choose] = useState<Rating | null>(null);
  const [thanked, thank] = useState(false);
  const [failed, fail] = useState(false);
  const end = useRef<HTMLButtonElement>(null);
  // The panel is low: what a choice adds would stand below what one sees.
  useEffect(() => {
    if (chosen !== null) end.current?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  if (thanked)
    return (
      <p className="how-was-it" role="status">
        Thank you. Support reads it.
      </p>
    );
  if (question === undefined) return null;
  const answer = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (chosen === null) return;
    const comment = String(new FormData(event.currentTarget).get("comment") ?? "");
    const taken = await send(question, chosen, comment);
    fail(!taken);
    thank(taken);
    if (taken) rated();
  };
  return (
    <form className="how-was-it" onSubmit={(event) => void answer(event)}>
      <fieldset>
        <legend>How was this conversation?</legend>
        {ratingValues.map((rating) => (
          <label key={rating}>
            <input type="radio" name={name} checked={chosen === rating} onChange={() => choose(rating)} />
            {ratingLabels[rating]}
          </label>
        ))}
      </fieldset>
      {chosen !== null && (
        <>
          <label htmlFor={`${name}-comment`}>What should we know? You can leave it empty.</label>
          <textarea className="textarea" id={`${name}-comment`} name="comment" rows={2} maxLength={longestRating} />
          {failed && <p role="alert">This was not sent. Send it again.</p>}
          <button ref={end} type="submit" className="btn btn-outline btn-sm">
            Send
          </button>
        </>
      )}
    </form>
  );
};
