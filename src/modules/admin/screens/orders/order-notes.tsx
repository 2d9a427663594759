import type { ReactNode } from "react";
import { nearMoment } from "#src/shared/zone.ts";
import type { OrderPageData } from "./order.server.ts";
import { refusedIn, Say, StepForm } from "./step-form.tsx";
import type { Refused } from "./submit-order-step.server.ts";

type Note = OrderPageData["notes"][number];
type Time = { now: Date; zone: string };

export const noteClasses = "border-t border-rule-strong py-3 leading-[1.375rem]";

/** Who wrote a note, and when. */
export const NoteHead = ({ by, at, when }: { by: string; at: Date; when: string }) => (
  <p className="mb-0.5 flex items-baseline gap-2 text-sm leading-5 text-ink-2">
    <b className="strong">{by}</b>
    <time dateTime={at.toISOString()} className="text-(length:--text-xs) text-ink-3">
      {when}
    </time>
  </p>
);

const NoteLine = ({ note, time: { now, zone } }: { note: Note; time: Time }) => (
  <li className={noteClasses}>
    <NoteHead by={note.author} at={note.at} when={nearMoment(note.at, zone, now)} />
    <p className="brief-text">
      {note.parts.map(({ at, text, mention }) =>
        mention ? (
          <b key={at} className="font-semibold whitespace-nowrap text-pen">
            {text}
          </b>
        ) : (
          text
        ),
      )}
    </p>
  </li>
);

/** The panel of notes that only admins read, on an order and on a person. */
export const InternalNotes = ({ count, children }: { count: number; children: ReactNode }) => (
  <section
    className="panel inner-notes border-dashed border-rule-strong bg-well"
    id="notes"
    aria-labelledby="notes-title"
  >
    <div className="panel-head">
      <h2 className="t3" id="notes-title">
        Internal notes
      </h2>
      {count > 0 && <span className="small muted num">{count}</span>}
    </div>
    {children}
  </section>
);

type Props = { shown: OrderPageData; time: Time; refused: Refused | undefined };

/** The admins' notes on this order. */
export const NotesPanel = ({ shown: { notes, once, order, isOwn }, time, refused }: Props) => {
  const asks = { version: order.version, refused: refusedIn(refused, "note") };
  return (
    <InternalNotes count={notes.length}>
      <div className="grows px-5 pb-5">
        {notes.length > 0 && (
          <ul>
            {notes.map((note) => (
              <NoteLine key={note.id} note={note} time={time} />
            ))}
          </ul>
        )}
        {!isOwn && (
          <div className="grows border-t border-rule-strong pt-3">
            <StepForm key={once} {...asks} step="note" label="Add the note" variant="outline">
              <input type="hidden" name="note.once" value={once} />
              <Say
                {...asks}
                step="note"
                name="text"
                label="New note"
                hint="Client and writer never see notes. @ and a name sends a colleague a notice."
                rows={2}
                most={4_000}
              />
            </StepForm>
          </div>
        )}
      </div>
    </InternalNotes>
  );
};
