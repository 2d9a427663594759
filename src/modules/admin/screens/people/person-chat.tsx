import { waitLabel } from "#src/modules/chat/index.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { LinkButton } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { InternalNotes, NoteHead, noteClasses } from "../orders/order-notes.tsx";
import { Say, StepForm } from "../orders/step-form.tsx";
import { lastLabel } from "./people-list.tsx";
import type { PersonChat } from "./person.server.ts";
import type { PersonProps } from "./person-step.tsx";

type Props = { chat: PersonChat; props: PersonProps };

/** The last two messages of the talk with Support, and the way to answer. */
export const ChatPanel = ({ chat: { messages, wait }, props: { shown, clock } }: Props) => {
  const waits = wait && waitLabel(wait.since, clock.now, wait.targetMs);
  return (
    <Panel
      title="Chat"
      aside={waits && <span className={waits.over ? "small strong bad" : "small strong"}>{waits.text}</span>}
    >
      <div className="px-5 pb-5">
        {messages.length === 0 && <p className="soft mb-4">No messages yet.</p>}
        <ul className="mb-4 grid gap-3 empty:hidden">
          {messages.map(({ id, mine, by, text, at }) => (
            <li key={id} className={cx("max-w-full", mine ? "justify-self-end" : "justify-self-start")}>
              <p className="mb-[3px] flex items-baseline gap-2 text-sm leading-5">
                <b>{mine ? `Support${by ? `, ${by}` : ""}` : shown.person.name}</b>
                <time className="text-ink-3" dateTime={at.toISOString()}>
                  {lastLabel(at, clock)}
                </time>
              </p>
              <p
                className={cx(
                  "line-clamp-6 border px-3 py-[7px] leading-5.5 wrap-anywhere whitespace-pre-line",
                  mine
                    ? "rounded-[10px_2px_10px_10px] border-slip-rule bg-pen-tint"
                    : "rounded-[2px_10px_10px_10px] border-rule-strong",
                )}
              >
                {text}
              </p>
            </li>
          ))}
        </ul>
        <LinkButton small block variant="outline" to={`/admin/chats/${shown.person.id}`}>
          Answer in the chat
        </LinkButton>
      </div>
    </Panel>
  );
};

/** What Support noted about this person; only admins read it. */
export const NotesPanel = ({ chat: { notes }, props: { shown, clock, refused } }: Props) => {
  const asks = { version: shown.person.standing, refused };
  return (
    <InternalNotes count={notes.length}>
      <div className="px-5 pb-5">
        {notes.map(({ id, byName, at, text }) => (
          <div key={id} className={noteClasses}>
            <NoteHead by={byName} at={at} when={lastLabel(at, clock)} />
            <p className="brief-text">{text}</p>
          </div>
        ))}
        <div className="border-t border-rule-strong pt-3">
          <StepForm key={notes.length} {...asks} step="note" label="Add the note" variant="outline">
            <Say
              {...asks}
              step="note"
              name="text"
              label="New note"
              hint="Only admins read notes."
              rows={2}
              most={4_000}
            />
          </StepForm>
        </div>
      </div>
    </InternalNotes>
  );
};
