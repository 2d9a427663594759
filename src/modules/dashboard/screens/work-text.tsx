import type { ComponentProps } from "react";
import { Link } from "react-router";
import { FileList } from "#src/modules/files/index.screens.ts";
import type { FilePreview } from "#src/modules/files/index.server.ts";
import { CountedFacts, DeliveryDetails, OriginalityReports } from "#src/modules/orders/index.screens.ts";
import { versionLength } from "#src/modules/orders/index.ts";
import { counted } from "#src/shared/counted.ts";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { FileText, Icon } from "#src/ui/icons.tsx";
import { PrintButton } from "#src/ui/reading.tsx";
import { nameOf } from "./card-texts.ts";
import type { ShownTexts } from "./order-content.server.ts";
import { ChangedParts, CompareForm, changesLine } from "./reader.tsx";
import type { Refused } from "./submit-step.server.ts";
import { Fold } from "./work/fold.tsx";
import type { ShownWriterOrder } from "./writer-order.server.ts";

const sizeOf = (line: Line) =>
  [versionLength(line), line.files > 0 && counted(line.files, "file")].filter(Boolean).join(", ");

const OpenDraft = ({ number }: { number: number }) => (
  <Form method="post">
    <input type="hidden" name="action" value="read" />
    <input type="hidden" name="number" value={number} />
    <Button small variant="outline">{`Read draft ${number}`}</Button>
  </Form>
);

type Line = ShownTexts["list"][number];

export const Version = ({ line }: { line: Line }) => (
  <li className="row flex-wrap items-center justify-between py-3 [--gap:12px]">
    <span className="row items-center [--gap:12px]">
      <Icon of={FileText} />
      <span>
        <b className="block">{nameOf(line)}</b>
        <span className="small muted">{`${sizeOf(line)}, ${line.at}`}</span>
      </span>
    </span>
    {line.open && !line.reading && (
      <LinkButton small variant="outline" to={`?text=${line.number}#text`} preventScrollReset>
        Read
      </LinkButton>
    )}
    {line.reading && <span className="small muted">shown below</span>}
    {line.locked && <span className="small muted">opens with the second payment</span>}
    {!line.open && !line.locked && <OpenDraft number={line.number} />}
    {line.locked && (
      <div className="w-full">
        <CountedFacts counted={line.counted} />
      </div>
    )}
  </li>
);

export const ClosedDraft = () => (
  <p className="small muted">
    You can read a draft before the final version. After you have opened one, you get less money back if you cancel.
  </p>
);

const clientsPoints = (count: number): string =>
  count === 1 ? "The point, answered" : `The ${count} points, answered`;

const Text = ({ text, changes }: { text: string; changes: ShownTexts["changes"] }) =>
  changes?.parts ? (
    <div className="page-text wrap-anywhere mt-6" dir="auto">
      <p className="mb-5 font-sans text-sm text-ink-3" role="status">
        {changesLine(changes.parts)}
      </p>
      <ChangedParts parts={changes.parts} />
    </div>
  ) : (
    <div className="prose mt-6 whitespace-pre-wrap wrap-anywhere font-serif text-[1.1875rem]/[1.8125rem]">{text}</div>
  );

type ReadingProps = Omit<Props, "texts"> & {
  reading: NonNullable<ShownTexts["reading"]>;
  changes: ShownTexts["changes"];
};

const Reading = ({ reading, changes, by, preview, along, reports }: ReadingProps) => (
  <article id="text" aria-labelledby="text-title">
    <div className="between max-sm:flex-wrap">
      <h2 className="t2 whitespace-nowrap" id="text-title">
        {nameOf(reading)}
      </h2>
      <span className="row items-center [--gap:16px]">
        <span className="small muted">{reading.at}</span>
        {reading.text.trim() !== "" && (
          <Link className="small no-print" to={`style/${reading.number}`}>
            Check the writing style
          </Link>
        )}
        <PrintButton />
      </span>
    </div>
    {reading.note && (
      <blockquote className="no-print">
        <p className="whitespace-pre-wrap wrap-anywhere">{reading.note}</p>
        <footer>{by}</footer>
      </blockquote>
    )}
    {along && <DeliveryDetails along={reading.along} checklist={along} answersTitle={clientsPoints} />}
    <FileList files={reading.files} label={`Files of ${nameOf(reading).toLowerCase()}`} preview={preview} />
    <OriginalityReports shown={reading.reports} {...reports} />
    {reading.text.trim() !== "" && (
      <>
        {changes && <CompareForm changes={changes} number={reading.number} />}
        <Text text={reading.text} changes={changes} />
      </>
    )}
  </article>
);

type Props = {
  texts: ShownTexts;
  /** Who wrote the notes. */
  by: string;
  preview: FilePreview | null;
  /** The checklist of the order, to show the delivery details of a version. */
  along?: readonly string[];
  /** How its originality reports are shown, added and removed. */
  reports: Omit<ComponentProps<typeof OriginalityReports>, "shown">;
};

/** Drafts and deliveries, and the text of one, set to be read and printed. */
const WorkText = ({ texts: { list, reading, changes }, ...props }: Props) => {
  if (list.length === 0) return null;
  const several = list.length > 1 || !reading;
  return (
    <section className="sheet deliver" aria-label="The work">
      {several && (
        <ul className="no-print mb-6 divide-y divide-rule">
          {list.map((line) => (
            <Version key={line.number} line={line} />
          ))}
        </ul>
      )}
      {reading && <Reading reading={reading} changes={changes} {...props} />}
    </section>
  );
};

type VersionsProps = { shown: ShownWriterOrder; refused: Refused | undefined; fold: boolean };

/** What a writer handed over, with its originality reports; folded while the next version is made. */
export const Versions = ({ shown, refused, fold }: VersionsProps) => {
  const { list } = shown.texts;
  if (list.length === 0) return null;
  const { errors, values } = refused?.action === "report" ? refused : {};
  const page = `/dashboard/orders/${shown.order.id}`;
  const work = (
    <WorkText
      texts={shown.texts}
      by="Your note"
      preview={shown.preview}
      along={shown.brief.checklist}
      reports={{ zone: shown.zone, asks: { names: "action", page, errors, values } }}
    />
  );
  if (!fold) return work;
  return (
    <Fold title="What you delivered" aside={counted(list.length, "version")} open={shown.textAsked}>
      {work}
    </Fold>
  );
};
