import { Button } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { Status, TagMark } from "#src/ui/status.tsx";
import { Money } from "#src/ui/table.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import { serviceNameOf, workLabel } from "./offers.tsx";
import type { ShownOpen, ShownWorkspace } from "./workspace.server.ts";

type Claimable = NonNullable<ShownWorkspace["claims"]>;

const Claim = ({ order }: { order: ShownOpen }) => {
  const sent = useSent();
  const busy = sent?.get("intent") === "claim" && sent.get("orderId") === order.id;
  return (
    <Form method="post" action="/dashboard">
      <input type="hidden" name="intent" value="claim" />
      <input type="hidden" name="orderId" value={order.id} />
      <Button small variant="outline" busy={busy}>
        {busy ? "Claiming" : "Claim"}
        <span className="vh">{` order ${order.number}`}</span>
      </Button>
    </Form>
  );
};

const Due = ({ due }: Pick<ShownOpen, "due">) => {
  if (!due) return <p className="d">No deadline</p>;
  return (
    <p className="d num">
      {due.soon ? (
        <Status shape="clock" tone="warn">
          {due.left}
        </Status>
      ) : (
        <b className="left">{due.left}</b>
      )}
      <span className="meta">{due.at}</span>
    </p>
  );
};

/** Paid orders without a writer: deadline, work, pay and estimate, the brief to unfold, and one button. */
export const Claims = ({ claims: { orders, open, free, all, level } }: { claims: Claimable }) => {
  if (orders.length === 0)
    return (
      <p className="soft mt-3">
        {level !== null && open > 0
          ? "No open order is at this level now."
          : open === 0 || all
            ? "No order waits for a writer now."
            : "No open order is in your subjects now."}
      </p>
    );
  return (
    <>
      {!free && (
        <p className="soft mt-3">You have no free place now. Deliver an order first, then you can take another one.</p>
      )}
      <ul className="claims">
        {orders.map((order) => (
          <li key={order.id}>
            <Due due={order.due} />
            <div className="min-w-0">
              <h3 className="strong wrap-anywhere">{order.title}</h3>
              <p className="meta">
                {workLabel({ ...order, serviceName: serviceNameOf(order.service) })}{" "}
                {order.test && <TagMark>test</TagMark>}
              </p>
              <details>
                <summary className="small flex min-h-11 w-fit cursor-pointer items-center font-semibold text-pen">
                  Read the brief<span className="vh">{` of order ${order.number}`}</span>
                </summary>
                <p className="prose whitespace-pre-wrap wrap-anywhere pb-3">
                  {order.instructions || "No instructions."}
                </p>
              </details>
            </div>
            <p className="p num">
              <b>{order.payCents === null ? "not set" : <Money cents={order.payCents} />}</b>
              <span className="meta">{order.estimate === "not known" ? "estimate not known" : order.estimate}</span>
            </p>
            {free && <Claim order={order} />}
          </li>
        ))}
      </ul>
    </>
  );
};
