import { Download } from "lucide-react";
import { Link } from "react-router";
import { FileField, FileList, PlainUpload } from "#src/modules/files/index.screens.ts";
import type { FileFieldData, FileLine } from "#src/modules/files/index.server.ts";
import { AgreedVersion } from "#src/modules/operator/index.screens.ts";
import { DeliveryDetails, OriginalityReports, QuoteRounds } from "#src/modules/orders/index.screens.ts";
import { fitsPdf } from "#src/modules/orders/index.ts";
import { counted } from "#src/shared/counted.ts";
import { formatUsd } from "#src/shared/money.ts";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { FileText, Icon } from "#src/ui/icons.tsx";
import { TermList } from "#src/ui/reading.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import { nameOf } from "./card-texts.ts";
import type { ShownOrder } from "./order.server.ts";
import { Fold } from "./work/fold.tsx";
import { ClosedDraft, Version } from "./work-text.tsx";

type Reading = NonNullable<ShownOrder["texts"]["reading"]>;

const kinds = [
  { kind: "docx", name: "Word file" },
  { kind: "pdf", name: "PDF" },
] as const;

/** The text of a version as files, made when they are asked for. */
const TextFiles = ({ orderId, reading }: { orderId: string; reading: Reading }) => (
  <ul className="mt-4.5 flex flex-wrap gap-2 max-md:grid" aria-label="The text as a file">
    {kinds
      .filter(({ kind }) => kind !== "pdf" || fitsPdf(reading.text))
      .map(({ kind, name }) => (
        <li key={kind}>
          <a
            href={`/dashboard/orders/${orderId}/text/${reading.number}.${kind}`}
            download
            className="inline-grid min-h-13 grid-cols-[20px_minmax(0,auto)_18px] items-center gap-x-2.5 rounded-sm border border-rule-strong px-3 py-1.5 leading-5 text-ink no-underline hover:border-pen hover:text-pen max-md:grid max-md:grid-cols-[20px_minmax(0,1fr)_18px]"
          >
            <Icon of={FileText} className="size-5 text-ink-3" />
            <span>
              <b className="block text-[1rem] font-semibold">
                <span className="vh">Download: </span>
                {`The text as a ${name}`}
              </b>
              <small className="meta leading-4.5">{counted(reading.words, "word")}</small>
            </span>
            <Icon of={Download} className="size-4.5 text-pen" />
          </a>
        </li>
      ))}
  </ul>
);

/** What came with the version that is read: its text as files, and the writer's files. */
export const Came = ({ shown, reading }: { shown: ShownOrder; reading: Reading }) => (
  <>
    {reading.text.trim() !== "" && <TextFiles orderId={shown.order.id} reading={reading} />}
    <FileList files={reading.files} label={`Files of ${nameOf(reading).toLowerCase()}`} preview={shown.preview} />
  </>
);

/** Who prepared the order by a program reads its files only while the client allows that. */
export const PartnerFold = ({ shown: { partner, order } }: { shown: Pick<ShownOrder, "partner" | "order"> }) => {
  const busy = useSent()?.get("action") === "partner-files";
  if (!partner) return null;
  const { name, since } = partner;
  return (
    <Fold id="partner" title={`Prepared by ${name}`} aside={since ? "can read files" : "cannot read files"}>
      <p>
        {since
          ? `Since ${since}, the program of ${name} can read the files of this order: those that you sent, and those of versions that you have opened.`
          : `${name} filled in this order for you. Its program sees number, state, deadline and price, and no file. You can let it read your files and those of versions that you have opened. Personal details are taken out of what it gets.`}
      </p>
      <Form method="post" className="mt-4" preventScrollReset>
        <input type="hidden" name="action" value="partner-files" />
        <Button name="allow" value={since ? "off" : "on"} variant="outline" small busy={busy}>
          {since ? "Stop it" : `Let ${name} read the files`}
        </Button>
      </Form>
      <p className="small muted mt-3">
        You can change this at any time, here or under <Link to="/accountSettings/data">Your data</Link>, for order{" "}
        <span translate="no">{order.number}</span> alone.
      </p>
    </Fold>
  );
};

type OrderFilesProps = {
  files: readonly FileLine[];
  /** Null: the order takes no files any more. */
  field: FileFieldData | null;
  orderId: string;
  /** Files were added just now. */
  added: boolean;
  error: string | undefined;
  preview: ShownOrder["preview"];
};

const Add = ({ files, field, orderId, error }: OrderFilesProps & { field: FileFieldData }) => {
  const busy = useSent()?.get("action") === "add-files";
  return (
    <>
      <PlainUpload {...field} next={`/dashboard/orders/${orderId}#files`} />
      <Form method="post" className="mt-6" preventScrollReset>
        <input type="hidden" name="action" value="add-files" />
        <FileField
          {...field}
          used={files.map(({ id }) => id)}
          id="f-added-files"
          label="Add files"
          hint="What the writer should use."
          plain="Send each file with the form above, then add what you sent to the order."
          error={error}
          after={
            <div className="mt-3">
              <Button small busy={busy}>
                {busy ? "Adding" : "Add to the order"}
              </Button>
            </div>
          }
        />
      </Form>
    </>
  );
};

/** A client's files of an order, and the way to add more while it is not over: open while a sent file is not added yet. */
export const OrderFiles = (props: OrderFilesProps) => {
  const { files, field, added, error, preview } = props;
  if (files.length === 0 && !field) return null;
  const waits = field !== null && field.known.length > 0;
  const shown = waits || added || error !== undefined || files.some(({ id }) => id === preview?.id);
  return (
    <Fold id="files" title="Your files" aside={files.length > 0 ? counted(files.length, "file") : "none"} open={shown}>
      <FileList files={files} label="Files of this order" preview={props.preview} />
      {field && <Add {...props} field={field} />}
    </Fold>
  );
};

/** The parts of a quote with their prices, and the sum. */
const QuoteParts = ({ quote: { lines, cents } }: { quote: NonNullable<ShownOrder["quote"]> }) => (
  <dl className="num mt-4 border-t border-rule-strong">
    {lines.map(({ key, what, cents: part }) => (
      <div key={key} className="flex justify-between gap-6 border-b border-rule py-2.5">
        <dt className="min-w-0 wrap-anywhere">{what}</dt>
        <dd translate="no">{formatUsd(part)}</dd>
      </div>
    ))}
    <div className="flex justify-between gap-6 py-2.5 font-semibold [border-bottom:3px_double_var(--color-ink)]">
      <dt>Price</dt>
      <dd translate="no">{formatUsd(cents)}</dd>
    </div>
  </dl>
);

type Props = { shown: ShownOrder };

const yourPoints = (count: number): string => (count === 1 ? "Your point, answered" : `Your ${count} points, answered`);

const tickedOf = ({ brief }: ShownOrder, { along }: Reading): string | null =>
  brief.checklist.length > 0 && along.ticked.length > 0
    ? `${along.ticked.length} of ${counted(brief.checklist.length, "point")} done`
    : null;

/** What the writer said with a version: note, checklist, declaration, learning pack and reports. */
const Details = ({ shown, reading }: Props & { reading: Reading }) => (
  <>
    {reading.note && (
      <blockquote className="mt-1 mb-5 border-l-2 border-pen-line pl-5">
        <p className="whitespace-pre-wrap font-serif text-[1.1875rem]/[1.8125rem] normal-nums text-pretty wrap-anywhere">
          {reading.note}
        </p>
        <footer className="mt-1.5 text-(length:--text-sm) text-ink-3">{`${shown.order.writer ?? "Your writer"}, ${reading.at}`}</footer>
      </blockquote>
    )}
    <OriginalityReports shown={reading.reports} zone={shown.zone} />
    <DeliveryDetails along={reading.along} checklist={shown.brief.checklist} answersTitle={yourPoints} />
  </>
);

/** The way to the text of a version that is not set on the page. */
const ReadIt = ({ reading }: { reading: Reading }) =>
  reading.text.trim() === "" ? null : (
    <p className="mb-4">
      <LinkButton small variant="outline" to={`?text=${reading.number}#text`} preventScrollReset>
        Read the text
      </LinkButton>
    </p>
  );

/** The notes to the version that is read, its text and files too where they stand nowhere else; and the other versions. */
export const WorkFolds = ({ shown, set }: Props & { set: boolean }) => {
  const { list, reading } = shown.texts;
  const inCard = shown.order.status === "delivered" || shown.order.status === "completed";
  const others = list.filter(({ number }) => number !== reading?.number);
  const closed = shown.actions.includes("cancel") && list.some(({ open, locked }) => !open && !locked);
  const fresh = list.some(({ open, locked, final }) => !final && !open && !locked);
  return (
    <>
      {reading && (
        <Fold
          title={
            inCard ? "Checklist and notes from the writer" : `${reading.final ? "Version" : "Draft"} ${reading.number}`
          }
          aside={inCard ? tickedOf(shown, reading) : reading.at}
          open={!inCard && reading.files.some(({ id }) => id === shown.preview?.id)}
        >
          {!set && <ReadIt reading={reading} />}
          {!inCard && <Came shown={shown} reading={reading} />}
          <Details shown={shown} reading={reading} />
        </Fold>
      )}
      {others.length > 0 && (
        <Fold
          title={reading ? "Other versions" : "The work"}
          aside={counted(others.length, "version")}
          open={fresh || !reading}
        >
          <ul className="divide-y divide-rule border-y border-rule-strong">
            {others.map((line) => (
              <Version key={line.number} line={line} />
            ))}
          </ul>
          {closed && <ClosedDraft />}
        </Fold>
      )}
    </>
  );
};

/** How the price of custom work came about. */
export const QuoteFold = ({ shown: { order, quote, rounds } }: Props) => {
  if (rounds.length === 0) return null;
  const quoted = order.status === "quoted";
  if (quote && !quoted)
    return (
      <Fold title="The quote that you accepted" aside={`Version ${quote.version}`}>
        <QuoteParts quote={quote} />
        <p className="prose mt-4 whitespace-pre-wrap wrap-anywhere">{quote.scope}</p>
        {rounds.length > 1 && <QuoteRounds rounds={rounds} />}
      </Fold>
    );
  if (quoted && rounds.length === 1) return null;
  return (
    <Fold
      title={quoted ? "How this price was calculated" : "What was said about the price"}
      aside={counted(rounds.length, "step")}
    >
      <QuoteRounds rounds={rounds} />
    </Fold>
  );
};

/** The guarantees of this order, which no later change of settings moves. */
export const PromisedFold = ({ shown: { promised, agreed } }: Props) => (
  <Fold title="What this order was promised" aside={null}>
    <TermList terms={promised.times.map((one) => ({ key: one.term, term: one.term, value: one.text }))} />
    <h3 className="t3 mt-6 mb-2">Money back</h3>
    <TermList terms={promised.ladder.map((one) => ({ key: one.term, term: one.term, value: one.text }))} />
    <h3 className="t3 mt-6 mb-2">What you agreed to</h3>
    <TermList
      terms={[
        ...agreed.texts.map((text) => ({ key: text.label, term: text.label, value: <AgreedVersion text={text} /> })),
        { key: "at", term: "Agreed on", value: agreed.at },
      ]}
    />
  </Fold>
);
