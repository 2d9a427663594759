import { useDeferredValue, useMemo } from "react";
import { maskContacts } from "#src/shared/contact-details.ts";
import { listedContacts } from "#src/shared/hidden-contacts.ts";
import { Icon, TriangleAlert } from "#src/ui/icons.tsx";
import "#src/ui/styles/masked-text.css";

/** What will be hidden of a text; nothing while there is nothing. Its rules are loaded when somebody types. */
export default function HintText({ text, reader }: { text: string; reader: string }) {
  const settled = useDeferredValue(text);
  const kinds = useMemo(() => maskContacts(settled.slice(0, 20_000)).kinds, [settled]);
  return (
    <div role="status">
      {kinds.length > 0 && (
        <div className="contact-warning mx-0">
          <Icon of={TriangleAlert} />
          <p>
            <b className="strong">{`This has ${listedContacts(kinds)}.`}</b>
            {` It will be hidden for ${reader}. Everything about the order can be said and sent here.`}
          </p>
        </div>
      )}
    </div>
  );
}
