import { ReadThread } from "#src/modules/chat/index.screens.ts";
import type { revealHidden } from "#src/modules/chat/index.server.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import type { OrderPageData } from "./order.server.ts";

type Props = {
  shown: OrderPageData;
  zone: string;
  /** What was hidden, for an admin who asked for it; null before. */
  hidden: Extract<Awaited<ReturnType<typeof revealHidden>>, { ok: true }>["value"] | null;
};

/** Messages as they were typed, while the order is disputed. */
const Hidden = ({ shown: { order, thread }, zone, hidden }: Props) => {
  if (order.status !== "disputed" || !thread) return null;
  if (hidden)
    return (
      <section className="mt-6" aria-labelledby="hidden-texts">
        <h3 className="label" id="hidden-texts">
          As it was typed
        </h3>
        {hidden.length === 0 && <p className="small muted">Nothing was hidden in this order&apos;s messages.</p>}
        <ul className="stack [--gap:12px] mt-3">
          {hidden.map(({ id, side, timestamp, text }) => (
            <li key={id}>
              <span className="small muted">{`${side === "client" ? "Client" : "Writer"}, ${formatMoment(timestamp, zone)}`}</span>
              <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
            </li>
          ))}
        </ul>
      </section>
    );
  return (
    <Form method="post" preventScrollReset className="mt-6">
      <input type="hidden" name="step" value="read-hidden" />
      <p className="small muted mb-3">
        The order is disputed, so you can read what was hidden in messages. The audit log records that you did.
      </p>
      <Button small variant="outline">
        Show what was hidden
      </Button>
    </Form>
  );
};

/** What client and writer wrote to each other, folded until somebody needs it. */
export const ThreadPanel = ({ shown, zone, hidden }: Props) => {
  const { thread } = shown;
  if (!thread || (!thread.thread && thread.earlier.length === 0)) return null;
  const count = thread.thread?.page.messages.length ?? 0;
  return (
    <div id="thread">
      <Panel title="Messages of client and writer" pad>
        <details className="thread-fold" open={hidden !== null}>
          <summary>
            <b className="strong">Read them</b>
            <span className="num">
              {count === 1 ? "1 message" : `${count}${thread.thread?.page.older ? "+" : ""} messages`}
            </span>
          </summary>
          <ReadThread thread={thread} />
          <Hidden shown={shown} zone={zone} hidden={hidden} />
        </details>
      </Panel>
    </div>
  );
};
