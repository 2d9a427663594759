import { useDeferredValue, useMemo } from "react";
import { maskContacts } from "#src/shared/contact-details.ts";
import { listedContacts } from "#src/shared/hidden-contacts.ts";
import { Icon, TriangleAlert } from "#src/ui/icons.tsx";

/** What will be hidden of a text; nothing while there is nothing. Its rules are loaded when somebody types. */
export default function HintText({ text, reader }: { text: string; reader: string }) {
  const settled = useDeferredValue(text);
  const kinds = useMemo(() => maskContacts(settled.slice(0, 20_000)).kinds, [settled]);
  return (
    <div role="status">
      {kinds.length > 0 && (
        <div className="grid grid-cols-[22px_minmax(0,1fr)] gap-2.5 rounded-sm border border-warn/40 bg-warn-tint px-3 py-2.5 text-sm">
          <Icon of={TriangleAlert} className="mt-px size-5 text-warn" />
          <p>
            <b className="strong">{`This has ${listedContacts(kinds)}.`}</b>
            {` It will be hidden for ${reader}. Everything about the order can be said and sent here.`}
          </p>
        </div>
      )}
    </div>
  );
}
