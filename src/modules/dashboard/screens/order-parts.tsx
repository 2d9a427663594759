import { OrderThread } from "#src/modules/chat/index.screens.ts";
import type { StatusLabel } from "#src/modules/orders/index.ts";
import { counted } from "#src/shared/counted.ts";
import { cx } from "#src/ui/class-names.ts";
import { CopyButton } from "#src/ui/copy-button.tsx";
import { MaskedText } from "#src/ui/masked-text.tsx";
import { Crumbs, TermList } from "#src/ui/reading.tsx";
import { Status, TagMark } from "#src/ui/status.tsx";
import type { ShownBrief } from "./order.server.ts";
import type { Saying } from "./order-content.server.ts";
import { ActionBox, ActionButtons, type Asks } from "./step-form.tsx";
import { Fold } from "./work/fold.tsx";
import type { ShownWriterOrder } from "./writer-order.server.ts";

type HeadProps = {
  home: string;
  order: { number: string; title: string; shown: StatusLabel; test: boolean };
  facts: readonly (string | null)[];
  /** The state stands in a card of the page. */
  inCard?: boolean;
};

/** Where the page is, the title, the state in its word, and the facts that fit on a line. */
export const OrderHead = ({ home, order, facts, inCard }: HeadProps) => (
  <>
    <div className="no-print flex flex-wrap items-end gap-1">
      <Crumbs steps={[{ to: "/dashboard", label: home }, { label: `Order ${order.number}` }]} />
      <CopyButton value={order.number} what="the order number" />
    </div>
    <header className={cx("detail-head", inCard && "mt-1 mb-6 max-md:mb-4")}>
      <h1 className="d3 wrap-anywhere">{order.title}</h1>
      <p className={cx("detail-meta no-print row", inCard && "mt-2")}>
        {!inCard && (
          <Status shape={order.shown.shape} tone={order.shown.tone}>
            {order.shown.text}
          </Status>
        )}
        {facts.map((fact) => fact && <span key={fact}>{fact}</span>)}
        {order.test && <TagMark>test order, no real money</TagMark>}
      </p>
    </header>
  </>
);

type BarProps = {
  label: string;
  /** A state, a time, or a sum of money. */
  says: string;
  until: string | undefined;
  to: string;
  hidden?: boolean;
  children: string;
};

/** Under 1024 px at the lower edge: what the order waits for, and the way there. */
export const LowerBar = ({ label, says, until, to, hidden, children }: BarProps) => (
  <aside
    className="duebar no-print fixed inset-x-0 bottom-0 z-(--z-sticky) grid grid-cols-[1fr_auto] items-center gap-3 border-t border-rule-strong bg-raised px-5 pt-2.5 pb-[calc(10px+env(safe-area-inset-bottom))] lg:hidden"
    aria-label={label}
    hidden={hidden}
  >
    <div>
      <b
        className="num block font-serif text-[1.25rem]/6 font-[480]"
        translate={says.startsWith("$") ? "no" : undefined}
      >
        {says}
      </b>
      {until && <span className="num text-sm/5 text-ink-3">{until}</span>}
    </div>
    <a className="btn btn-primary btn-sm" href={to}>
      {children}
    </a>
  </aside>
);

const termsOf = (brief: ShownBrief, typed: string | null) => {
  const rows: readonly (readonly [string, string | null])[] = [
    ["Work", brief.work],
    ...brief.rows,
    ["Deadline you wrote", typed],
  ];
  return rows.flatMap(([term, value]) => (value ? [{ key: term, term, value }] : []));
};

type BriefProps = {
  brief: ShownBrief;
  /** The deadline as its client typed it, where the page says another one. */
  typed?: string | null;
  /** A list of what the writer does not read stands on the page. */
  hidden?: boolean;
};

/** What was ordered, closed with its size. */
export const BriefFold = ({ brief, typed = null, hidden = false }: BriefProps) => {
  const terms = termsOf(brief, typed);
  const { length } = brief.checklist;
  const points = length > 0 && counted(length, "checklist point");
  return (
    <Fold
      className="brief"
      title="Your brief"
      aside={[counted(terms.length, "answer"), points].filter(Boolean).join(", ")}
    >
      <TermList terms={terms} />
      <h3 className="t3 mt-6 mb-2">Instructions</h3>
      <p className="prose whitespace-pre-wrap wrap-anywhere">{brief.instructions || "None were written."}</p>
      {hidden ? (
        <p className="small mt-2">
          <a href="#hidden">See what the writer does not read</a>
        </p>
      ) : (
        brief.hides && <p className="small muted mt-2">{`${brief.hides} It is hidden for the writer.`}</p>
      )}
      {brief.checklist.length > 0 && (
        <>
          <h3 className="t3 mt-6 mb-2">Acceptance checklist</h3>
          <ol className="prose list-decimal pl-6">
            {brief.checklist.map((point) => (
              <li key={point} className="wrap-anywhere">
                {point}
              </li>
            ))}
          </ol>
        </>
      )}
    </Fold>
  );
};

/** Points, claims and other words about the work, oldest first. */
const SayingList = ({ sayings }: { sayings: readonly Saying[] }) => (
  <ol className="stack [--gap:20px]">
    {sayings.map(({ key, who, did, at, text }) => (
      <li key={key}>
        <p className="small">
          <b>{who}</b> <span className="muted">{[did, at].filter(Boolean).join(", ")}</span>
        </p>
        <p className="prose whitespace-pre-wrap wrap-anywhere">
          <MaskedText text={text} />
        </p>
      </li>
    ))}
  </ol>
);

/** What stands in the conversation is left out. */
const apart = (all: readonly Saying[]): readonly Saying[] => all.filter(({ inThread }) => !inThread);

const Sayings = ({ sayings: all }: { sayings: readonly Saying[] }) => {
  const sayings = apart(all);
  return sayings.length === 0 ? null : (
    <section aria-labelledby="said" className="no-print">
      <h2 className="t2 mb-4" id="said">
        What was said
      </h2>
      <SayingList sayings={sayings} />
    </section>
  );
};

/** The same, closed with its size. */
export const SayingsFold = ({ sayings: all }: { sayings: readonly Saying[] }) => {
  const sayings = apart(all);
  return sayings.length === 0 ? null : (
    <Fold title="What was said" aside={String(sayings.length)}>
      <SayingList sayings={sayings} />
    </Fold>
  );
};

type Props = { shown: ShownWriterOrder; asks: Asks };

/** The conversation, and the form for a question; a question stops the clock. */
export const Conversation = ({ shown, asks }: Props) => {
  const { forms, step } = shown;
  const hold = forms.filter(({ action }) => action === "hold");
  const [form] = hold;
  // The points of a revision stand above, where they are answered.
  const points = shown.handover.facts.points.length > 0;
  const asked = points ? shown.sayings.findLast(({ action }) => action === "request-revision") : undefined;
  const others = shown.sayings.filter((one) => one !== asked);
  const { refused } = asks;
  // Asking stands where one writes; without a conversation it is a form of its own.
  const pause = form && shown.thread?.thread ? { version: shown.order.version, ends: shown.pauseEnds } : undefined;
  if (others.length === 0 && hold.length === 0 && !shown.thread) return null;
  return (
    <div className="thread stack no-print [--gap:28px] max-lg:order-3" id="thread">
      {shown.thread && (
        <OrderThread thread={shown.thread} pause={pause} refused={refused?.action === "say" ? refused : undefined} />
      )}
      <Sayings sayings={others} />
      {step === "hold" && form ? (
        <ActionBox form={form} asks={asks} inset />
      ) : (
        hold.length > 0 &&
        !pause && (
          <div className="stack [--gap:12px]">
            <p className="small muted">
              You cannot continue without an answer? Then ask, and your work is paused until it is there.
            </p>
            <div className="row [--gap:12px]">
              <ActionButtons forms={hold} step={step} asks={asks} />
            </div>
          </div>
        )
      )}
    </div>
  );
};
