import type { ReactNode } from "react";
import { FileList } from "#src/modules/files/index.screens.ts";
import type { EntryName } from "#src/modules/orders/index.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Timeline } from "#src/ui/reading.tsx";
import "#src/ui/styles/pages/admin-dispute.css";
import { isDecideStep } from "../../domain/sums-of-step.ts";
import { Decision } from "./dispute-decision.tsx";
import type { OrderPageData } from "./order.server.ts";
import type { Refused } from "./submit-order-step.server.ts";

type Clock = { now: Date; zone: string };
type Props = { shown: OrderPageData; clock: Clock; refused: Refused | undefined };

const claimSteps: readonly EntryName[] = ["open-dispute", "answer-dispute", "appeal-decision"];
const sides = { C: "Client", W: "Writer", A: "Admin", S: "" } as const;

const Evidence = ({ files }: { files: OrderPageData["evidence"] }) =>
  files.length === 0 ? null : <FileList files={files} label="Evidence" />;

/** The words of client or writer. */
export const Statement = ({ text, by, children }: { text: ReactNode; by: string; children?: ReactNode }) => (
  <blockquote className="said mt-4 border-l-2 border-pen-line pl-5 max-md:pl-4">
    <p className="brief-text">{text}</p>
    {children}
    <footer className="small muted mt-1.5">{by}</footer>
  </blockquote>
);

/** What one side wrote in this dispute, oldest first, with its files. */
const Side = ({ shown, zone, kind }: { shown: OrderPageData; zone: string; kind: "C" | "W" }) => {
  const { order, history } = shown;
  const since = order.disputedAt ?? order.createdAt;
  const entries = history.filter((one) => one.actorKind === kind && claimSteps.includes(one.action) && one.at >= since);
  return (
    <div className="min-w-0 border-rule-strong px-7 py-6 max-lg:p-5 max-lg:not-first:border-t lg:not-first:border-l">
      <p className="strong">{kind === "C" ? order.clientName : (order.writerName ?? "No writer")}</p>
      <p className="small muted">{sides[kind]}</p>
      {entries.length === 0 && <p className="soft mt-4">Has not answered.</p>}
      {entries.map(({ id, title, at, text }) => (
        <Statement key={id} text={text} by={`${title}, ${formatMoment(at, zone)}`}>
          <Evidence files={shown.evidence.filter(({ subject }) => subject === id)} />
        </Statement>
      ))}
    </div>
  );
};

/** What was done in the dispute, and what is waited for. */
const WhereItStands = ({ shown, zone }: { shown: OrderPageData; zone: string }) => (
  <section className="panel panel-pad" aria-labelledby="dispute">
    <h2 className="t2 mb-4" id="dispute">
      The dispute
    </h2>
    <Timeline
      moments={shown.dispute.map(({ title, state, at, until, note }) => ({
        key: title,
        state,
        title,
        at: at && <time dateTime={at.toISOString()}>{`${until ? "until " : ""}${formatMoment(at, zone)}`}</time>,
        note: note || undefined,
      }))}
    />
  </section>
);

/** A disputed order: both sides and the decision while it can be made; else first where it stands. */
export const DisputeCard = (props: Props) => {
  const { shown, clock } = props;
  if (shown.dispute.length === 0) return null;
  const decides = shown.forms.some(({ action }) => isDecideStep(action));
  const stands = <WhereItStands shown={shown} zone={clock.zone} />;
  return (
    <div className="stack mb-6 [--gap:24px]">
      {!decides && stands}
      <section className="panel grid grid-cols-[1fr_1fr] max-lg:grid-cols-[minmax(0,1fr)]" aria-label="Both sides">
        <Side shown={shown} zone={clock.zone} kind="C" />
        <Side shown={shown} zone={clock.zone} kind="W" />
      </section>
      {decides && <Decision key={shown.order.version} {...props} />}
      {decides && stands}
    </div>
  );
};
