import { heldMs } from "#src/modules/chat/index.ts";
import { minuteMs } from "#src/shared/units.ts";
import { Form } from "#src/ui/form.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { useOver } from "#src/ui/use-over.ts";
import { type AdminAsk, adminAddress } from "../../domain/admin-address.ts";
import type { ListAnswer } from "./submit-list-step.server.ts";

const doneTexts: Readonly<Record<string, string>> = {
  "view-saved": "The view is saved. It is above the list.",
  "view-gone": "The view is removed.",
};

type UndoProps = { ask: AdminAsk; step: "undo" | "take-back"; values: readonly [name: string, value: string][] };

const UndoForm = ({ ask, step, values }: UndoProps) => (
  <Form method="post" action={adminAddress(ask)} replace preventScrollReset>
    {values.map(([name, value]) => (
      <input key={value} type="hidden" name={name} value={value} />
    ))}
    <button type="submit" name="step" value={step} className="btn btn-outline btn-sm">
      {step === "take-back" || values.length === 1 ? "Undo" : `Undo the ${values.length}`}
    </button>
  </Form>
);

/** Takes back what was just sent, for one minute. */
const Undo = ({ ask, undo }: { ask: AdminAsk; undo: readonly string[] }) =>
  !useOver(minuteMs) && <UndoForm ask={ask} step="undo" values={undo.map((value) => ["undo", value])} />;

type Result = NonNullable<ListAnswer["result"]>;
type HeldProps = { ask: AdminAsk; said: string; held: NonNullable<Result["held"]>; left: Result["left"] };

/** Messages that leave in ten seconds, whether or not this page stays open; until then they can be taken back. */
const HeldNotice = ({ ask, said, held: { batch, saidLater }, left }: HeldProps) => {
  const over = useOver(heldMs);
  return (
    <Notice
      tone={left.length > 0 ? "warn" : "ok"}
      title={over ? saidLater : said}
      live
      className="mb-4"
      actions={over ? undefined : <UndoForm ask={ask} step="take-back" values={[["batch", batch]]} />}
    >
      <Lines left={left} />
    </Notice>
  );
};

const Lines = ({ left }: { left: Result["left"] }) =>
  left.map(({ id, number, why }) => <p key={id}>{`${number}: ${why}`}</p>);

/** What was done to the chosen orders, and with which of them it was not possible. */
export const ListNotice = ({
  ask,
  refused,
  did,
}: {
  ask: AdminAsk;
  refused: ListAnswer | undefined;
  did: string | null;
}) => {
  if (refused?.result) {
    const { said: message, left, undo, held } = refused.result;
    if (held) return <HeldNotice key={held.batch} ask={ask} said={message} held={held} left={left} />;
    return (
      <Notice
        tone={left.length > 0 ? "warn" : "ok"}
        title={message}
        live
        className="mb-4"
        actions={undo.length > 0 ? <Undo key={undo.join()} ask={ask} undo={undo} /> : undefined}
      >
        <Lines left={left} />
      </Notice>
    );
  }
  if (refused && !refused.plan && !refused.many && !refused.time) {
    const message = refused.message ?? Object.values(refused.errors)[0];
    return <Notice tone="bad" title={message} live className="mb-4" />;
  }
  const text = doneTexts[did ?? ""];
  return text ? <Notice tone="ok" title={text} live className="mb-4" /> : null;
};
