import { Icon, TriangleAlert } from "#src/ui/icons.tsx";
import { type ContactKind, contactNames } from "../domain/contact-details.ts";

const article = (name: string): string => (/^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`);

/** "an e-mail address and a number" */
const listed = (kinds: readonly ContactKind[]): string => {
  const names = kinds.map((kind) => article(contactNames[kind]));
  return names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
};

type Props = { kinds: readonly ContactKind[]; other: string; change: () => void };

/** What will be hidden from the other side, said while it is written. */
export const ContactWarning = ({ kinds, other, change }: Props) => (
  <div className="contact-warning" id="contact-warning" role="status">
    <Icon of={TriangleAlert} />
    <p>
      <b className="strong">{`This has ${listed(kinds)}.`}</b>
      {` It will be hidden for ${other}. Write here instead, files too. `}
      <button type="button" className="link" onClick={change}>
        Change the message
      </button>
    </p>
  </div>
);
