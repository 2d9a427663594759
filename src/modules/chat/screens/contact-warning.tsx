import { type ContactKind, listedContacts } from "#src/shared/hidden-contacts.ts";
import { Icon, TriangleAlert } from "#src/ui/icons.tsx";

type Props = { kinds: readonly ContactKind[]; other: string; change: () => void };

/** What will be hidden from the other side, said while it is written. */
export const ContactWarning = ({ kinds, other, change }: Props) => (
  <div className="contact-warning" id="contact-warning" role="status">
    <Icon of={TriangleAlert} />
    <p>
      <b className="strong">{`This has ${listedContacts(kinds)}.`}</b>
      {` It will be hidden for ${other}. Write here instead, files too. `}
      <button type="button" className="link" onClick={change}>
        Change the message
      </button>
    </p>
  </div>
);
