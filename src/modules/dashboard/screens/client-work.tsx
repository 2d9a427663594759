import { Delivered } from "./delivered.tsx";
import type { ShownOrder } from "./order.server.ts";
import { Reader } from "./reader.tsx";
import type { Asks } from "./step-form.tsx";
import { nameOf } from "./version-name.ts";
import { ClosedDraft, Version } from "./work-text.tsx";

const ended: readonly string[] = ["cancelled", "refunded"];

const licenceOf = ({ order, texts }: ShownOrder): string | null => {
  if (!texts.reading?.final || ended.includes(order.status)) return null;
  const begin = order.status === "completed" ? "You have" : "When the order is finished you get";
  return `${begin} a licence to use this work as a model for your own work, without an end in time.`;
};

/** The work of an order for its client: what arrived and the decision on it, the text to read, and other versions. */
export const ClientWork = ({ shown, asks }: { shown: ShownOrder; asks: Asks }) => {
  const { list, reading } = shown.texts;
  if (list.length === 0) return null;
  const others = list.filter(({ number }) => number !== reading?.number);
  const closed = shown.actions.includes("cancel") && list.some(({ open, locked }) => !open && !locked);
  return (
    <>
      {reading && <Delivered shown={shown} reading={reading} asks={asks} />}
      {reading && reading.text.trim() !== "" && (
        <Reader
          name={nameOf(reading)}
          text={reading.text}
          licence={licenceOf(shown)}
          number={reading.number}
          changes={shown.texts.changes}
        />
      )}
      {others.length > 0 && (
        <section aria-labelledby="versions" className="no-print">
          <h2 className="t2 mb-3" id="versions">
            {reading ? "Other versions" : "The work"}
          </h2>
          <ul className="versions">
            {others.map((line) => (
              <Version key={line.number} line={line} />
            ))}
          </ul>
          {closed && <ClosedDraft />}
        </section>
      )}
    </>
  );
};
