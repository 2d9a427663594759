import { useRef } from "react";
import { fieldId } from "./field.tsx";
import { useTakeFocus } from "./hydrated.ts";
import { CircleAlert, Icon } from "./icons.tsx";

/** Messages by field name, as actions hand them to a form. */
type Errors = Readonly<Record<string, string | undefined>>;

const numbers = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];

/** "Two answers need your attention." */
export const attention = (count: number): string =>
  `${numbers[count] ?? count} ${count === 1 ? "answer needs" : "answers need"} your attention.`;

export type ErrorSummaryProps = {
  errors: Errors | undefined;
  /** Words for the fields; a field without one shows its message alone. */
  labels?: Readonly<Record<string, string>>;
  /** A sentence about the whole form, instead of the count. */
  message?: string | undefined;
  /** The answer that all this comes from, where `errors` become fewer while somebody mends them: one focus for each. */
  since?: unknown;
};

/** What is wrong, at the top of a form: takes the focus when it appears, and links to each field. */
export const ErrorSummary = ({ errors, labels = {}, message, since = errors }: ErrorSummaryProps) => {
  const box = useRef<HTMLDivElement>(null);
  const wrong = Object.entries(errors ?? {}).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const shown = wrong.length > 0 || Boolean(message);
  // Each answer of the server is a new object, so a second try moves the focus again.
  useTakeFocus(since || message, () => box.current?.focus());
  if (!shown) return null;
  return (
    <div className="notice bad" role="alert" tabIndex={-1} ref={box}>
      <Icon of={CircleAlert} />
      <div>
        <b className="strong">{message ?? attention(wrong.length)}</b>
        {wrong.length > 0 && (
          <ul className="errlinks">
            {wrong.map(([name, text]) => (
              <li key={name}>
                <a href={`#${fieldId(name)}`}>{labels[name] ? `${labels[name]}: ${lower(text)}` : text}</a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
};

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
