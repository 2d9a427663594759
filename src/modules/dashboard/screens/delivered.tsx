import { FileList } from "#src/modules/files/index.screens.ts";
import { DeliveryDetails, OriginalityReports } from "#src/modules/orders/index.screens.ts";
import { fitsPdf } from "#src/modules/orders/index.ts";
import { counted } from "#src/shared/counted.ts";
import { FileText, Icon } from "#src/ui/icons.tsx";
import { Decision } from "./decision.tsx";
import { Download } from "./drawings.ts";
import type { ShownOrder } from "./order.server.ts";
import type { Asks } from "./step-form.tsx";

type Reading = NonNullable<ShownOrder["texts"]["reading"]>;

const kinds = [
  { kind: "docx", name: "Word file" },
  { kind: "pdf", name: "PDF" },
] as const;

/** The text of a version as files, made when they are asked for. */
const TextFiles = ({ orderId, reading }: { orderId: string; reading: Reading }) => (
  <ul className="files" aria-label="The text as a file">
    {kinds
      .filter(({ kind }) => kind !== "pdf" || fitsPdf(reading.text))
      .map(({ kind, name }) => {
        const address = `/dashboard/orders/${orderId}/text/${reading.number}.${kind}`;
        return (
          <li key={kind}>
            <Icon of={FileText} />
            <div className="min-w-0">
              <div className="name">
                <a href={address} download>{`The text as a ${name}`}</a>
              </div>
              <div className="meta">
                <span>{counted(reading.words, "word")}</span>
              </div>
            </div>
            <div className="acts">
              <a
                className="btn-icon"
                href={address}
                download
                aria-label={`Download the text as a ${name}`}
                title={`Download the text as a ${name}`}
              >
                <Icon of={Download} />
              </a>
            </div>
          </li>
        );
      })}
  </ul>
);

const yourPoints = (count: number): string => (count === 1 ? "Your point, answered" : `Your ${count} points, answered`);

/** What arrived: files and length, the note of the one who wrote it, and what its client can decide. */
export const Delivered = ({ shown, reading, asks }: { shown: ShownOrder; reading: Reading; asks: Asks }) => {
  const writer = shown.order.writer ?? "your writer";
  const name = `${reading.final ? "Version" : "Draft"} ${reading.number}`;
  return (
    <section className="sheet deliver no-print" aria-labelledby="delivered">
      <div className="between max-sm:flex-wrap">
        <h2 className="t2" id="delivered" tabIndex={-1}>
          {name}
        </h2>
        <span className="small muted num">{`${reading.at}, from ${writer}`}</span>
      </div>
      {reading.text.trim() !== "" && <TextFiles orderId={shown.order.id} reading={reading} />}
      <FileList files={reading.files} label={`Files of ${name.toLowerCase()}`} preview={shown.preview} />
      <OriginalityReports shown={reading.reports} zone={shown.zone} />
      <DeliveryDetails along={reading.along} checklist={shown.brief.checklist} answersTitle={yourPoints} />
      {reading.note && (
        <blockquote>
          <p className="whitespace-pre-wrap wrap-anywhere">{reading.note}</p>
          <footer>{`${shown.order.writer ?? "Your writer"}, your writer`}</footer>
        </blockquote>
      )}
      {reading.final && <Decision shown={shown} asks={asks} version={reading.number} />}
    </section>
  );
};
