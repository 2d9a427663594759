import { type ReactNode, useMemo, useState } from "react";
import { useActionData, useFetcher } from "react-router";
import { minuteMs } from "#src/shared/units.ts";
import { Button } from "#src/ui/button.tsx";
import { FormOwner } from "#src/ui/form.tsx";
import { useHydrated } from "#src/ui/hydrated.ts";
import { PickAll, useChosen } from "#src/ui/list/chosen.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { useOver } from "#src/ui/use-over.ts";
import { closableText, inboxAddress } from "./labels.ts";
import type { CloseAnswer, InboxList } from "./list.server.ts";

/** What the steps of the list send, so that the conversation beside it stays; before scripts work the page itself is sent. */
function useClosing() {
  const { Form, data, state } = useFetcher<CloseAnswer>({ key: "close-many" });
  const posted = useActionData<CloseAnswer>();
  return { Form, answer: data ?? posted, busy: state !== "idle" };
}

/** Why a chat of the list was left as it is by the last step. */
export const useLeft = (): ReadonlyMap<string, string> => {
  const { answer } = useClosing();
  return useMemo(() => new Map(answer?.result?.left.map(({ id, why }) => [id, why])), [answer]);
};

type BoxProps = {
  chat: { id: string; name: string };
  /** When its last message came. */
  last: string;
  /** What stands against closing it; "": nothing. */
  against: string;
  chosen: boolean;
};

/** The box of a chat. It holds the last message that was seen when it was checked: one that comes later is not closed with it. */
export const PickChat = ({ chat: { id, name }, last, against, chosen }: BoxProps) => {
  const [seen, setSeen] = useState<string | null>(null);
  const why = seen !== null && seen !== last ? "with a new message" : against;
  return (
    <label className="grid cursor-pointer place-items-center pl-2">
      <input
        type="checkbox"
        className="cb"
        name="chat"
        value={`${id} ${seen ?? last}`}
        defaultChecked={chosen}
        aria-label={`Select the chat with ${name}`}
        data-pick={id}
        data-why={why || undefined}
        onChange={({ currentTarget: { checked } }) => setSeen(checked ? last : null)}
      />
    </label>
  );
};

const mostNamed = 6;

type DoneProps = { ask: InboxList["ask"]; result: NonNullable<CloseAnswer["result"]> };

/** What the last step did and what it left as it is; for a minute it can be taken back. */
const Done = ({ ask, result: { message, left, closed } }: DoneProps) => {
  const { Form, busy } = useClosing();
  const over = useOver(minuteMs);
  if (over && left.length === 0) return null;
  const openAgain = (
    <Form method="post" action={inboxAddress("", ask)}>
      <FormOwner />
      {closed.map((id) => (
        <input key={id} type="hidden" name="closed" value={id} />
      ))}
      <Button small variant="outline" name="step" value="open-again" busy={busy}>
        {closed.length === 1 ? "Open it again" : "Open them again"}
      </Button>
    </Form>
  );
  return (
    <Notice
      tone={left.length > 0 ? "warn" : "ok"}
      live
      title={message}
      actions={closed.length > 0 && !over && openAgain}
    >
      {left.slice(0, mostNamed).map(({ id, name, why }) => (
        <p key={id}>{`${name}: ${why}`}</p>
      ))}
      {left.length > mostNamed && <p>{`And ${left.length - mostNamed} more.`}</p>}
    </Notice>
  );
};

export const CloseNotice = ({ ask }: Pick<InboxList, "ask">) => {
  const { answer } = useClosing();
  if (!answer) return null;
  const { result, message, errors } = answer;
  return (
    <div className="px-5 pt-3 pb-4 empty:hidden">
      {result ? (
        <Done key={result.closed.join()} ask={ask} result={result} />
      ) : (
        <Notice tone="bad" live title={message ?? Object.values(errors)[0]} />
      )}
    </div>
  );
};

type Props = { data: InboxList; children: ReactNode };

/** The list with its boxes, and below it the bar that closes what is chosen. */
export const CloseForm = ({ data: { ask, list, now }, children }: Props) => {
  const { Form, answer, busy } = useClosing();
  const stays = useMemo(() => answer?.result?.left.map(({ id }) => id) ?? null, [answer]);
  // A row that changes in its place may be one that cannot be closed any more: counted anew with each list.
  const { form, chosen, onChange, everything, setEverything } = useChosen(list.lines, stays);
  const [readAt, setReadAt] = useState("");
  const live = useHydrated();
  const can = everything ? chosen.all : chosen.all - chosen.whys.length;
  const takeAll = () => {
    setReadAt(now.toISOString());
    setEverything(true);
  };
  const label = can === 1 ? "Close 1 chat" : `Close ${can} chats`;
  const missing = chosen.all === 0 ? "Choose chats first" : "None can be closed";
  return (
    <Form method="post" action={inboxAddress("", ask)} ref={form} onChange={onChange}>
      <FormOwner />
      {everything && <input type="hidden" name="all" value={readAt} />}
      {children}
      {/* Below the rows, in sight: no row moves when it says something else. */}
      <div className="[position:sticky] bottom-0 z-1 grid gap-1 border-t border-pen bg-pen-tint px-5 pt-2 pb-3">
        <div className="row min-h-11 [--gap:8px]">
          {live && <PickAll className="-ml-[11px] grid size-11 cursor-pointer place-items-center" />}
          <b role="status">{everything ? "All of this tab, at most 200" : `${chosen.all} selected`}</b>
          {chosen.all > 0 && chosen.all === chosen.onPage && (list.older || ask.after) && !everything && (
            <button type="button" className="link small" onClick={takeAll}>
              Select the whole tab
            </button>
          )}
        </div>
        <p className="small soft">{everything ? closableText({ all: 0, whys: [] }) : closableText(chosen)}</p>
        <Button
          small
          className="mt-1 justify-self-start"
          name="step"
          value="close"
          busy={busy}
          {...(can > 0 && { "data-key": "e" })}
          aria-disabled={(live && can === 0) || undefined}
          onClick={(event) => live && can === 0 && event.preventDefault()}
        >
          {live && (everything ? "Close all of them" : can > 0 ? label : missing)}
          {!live && "Close the selected chats"}
        </Button>
      </div>
    </Form>
  );
};
