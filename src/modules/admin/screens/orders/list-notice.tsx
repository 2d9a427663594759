import { useEffect, useState } from "react";
import { minuteMs } from "#src/shared/units.ts";
import { Form } from "#src/ui/form.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { type AdminAsk, adminAddress } from "../../domain/admin-address.ts";
import type { ListAnswer } from "./submit-list-step.server.ts";

const doneTexts: Readonly<Record<string, string>> = {
  "view-saved": "The view is saved. It is above the list.",
  "view-gone": "The view is removed.",
};

const undoMs = minuteMs;

/** Takes back what was just sent, for one minute. */
const Undo = ({ ask, undo }: { ask: AdminAsk; undo: readonly string[] }) => {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), undoMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    !over && (
      <Form method="post" action={adminAddress(ask)} replace preventScrollReset>
        {undo.map((value) => (
          <input key={value} type="hidden" name="undo" value={value} />
        ))}
        <button type="submit" name="step" value="undo" className="btn btn-outline btn-sm">
          {undo.length === 1 ? "Undo" : `Undo the ${undo.length}`}
        </button>
      </Form>
    )
  );
};

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
    const { said: message, left, undo } = refused.result;
    return (
      <Notice
        tone={left.length > 0 ? "warn" : "ok"}
        title={message}
        live
        className="mb-4"
        actions={undo.length > 0 ? <Undo key={undo.join()} ask={ask} undo={undo} /> : undefined}
      >
        {left.map(({ id, number, why }) => (
          <p key={id}>{`${number}: ${why}`}</p>
        ))}
      </Notice>
    );
  }
  if (refused && !refused.plan) {
    const message = refused.message ?? Object.values(refused.errors)[0];
    return <Notice tone="bad" title={message} live className="mb-4" />;
  }
  const text = doneTexts[did ?? ""];
  return text ? <Notice tone="ok" title={text} live className="mb-4" /> : null;
};
