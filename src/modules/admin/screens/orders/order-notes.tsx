import type { ReactNode } from "react";
import { nearMoment } from "#src/shared/zone.ts";
import type { OrderPageData } from "./order.server.ts";
import { refusedIn, Say, StepForm } from "./step-form.tsx";
import type { Refused } from "./submit-order-step.server.ts";

type Note = OrderPageData["notes"][number];
type Time = { now: Date; zone: string };

const NoteLine = ({ note, time: { now, zone } }: { note: Note; time: Time }) => (
  <li className="note1">
    <p className="who">
      <b className="strong">{note.author}</b>
      <time dateTime={note.at.toISOString()}>{nearMoment(note.at, zone, now)}</time>
    </p>
    <p className="brief-text">
      {note.parts.map(({ at, text, mention }) =>
        mention ? (
          <b key={at} className="mention">
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
  <section className="panel inner-notes" id="notes" aria-labelledby="notes-title">
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
      <div className="notes-in px-5 pb-5">
        {notes.length > 0 && (
          <ul>
            {notes.map((note) => (
              <NoteLine key={note.id} note={note} time={time} />
            ))}
          </ul>
        )}
        {!isOwn && (
          <div className="write">
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
