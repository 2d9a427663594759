import { Link } from "react-router";
import { Button } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { NewMessages } from "#src/ui/new-messages.tsx";
import { Status, TagMark } from "#src/ui/status.tsx";
import { type Column, Money, Table } from "#src/ui/table.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import { serviceNameOf, workLabel } from "./offers.tsx";
import type { ShownOpen, ShownWork, ShownWorkspace } from "./workspace.server.ts";

const columns: readonly Column[] = [
  { key: "due", label: "Your deadline" },
  { key: "order", label: "Order" },
  { key: "status", label: "State" },
  { key: "pay", label: "For you", right: true },
];

const Due = ({ work: { due, status, review } }: { work: ShownWork }) => {
  if (review)
    return (
      <>
        <span className="strong block">With the client</span>
        <span className="meta">{review.until ? `until ${review.until}` : "until it is opened"}</span>
      </>
    );
  if (status === "on_hold")
    return (
      <>
        <span className="strong block">Paused</span>
        {due && <span className="meta">{`was ${due.at}`}</span>}
      </>
    );
  if (!due) return <span className="muted">not set</span>;
  if (status !== "in_progress" && status !== "revision_requested") return <span className="soft">{due.at}</span>;
  return (
    <>
      {due.soon ? (
        <Status shape={due.late ? "alert" : "clock"} tone={due.late ? "bad" : "warn"}>
          {due.left}
        </Status>
      ) : (
        <span className="strong block">{due.left}</span>
      )}
      <span className="meta">{due.at}</span>
    </>
  );
};

/** A writer's orders: time left, the work, its state, the pay. */
export const Works = ({ title, works }: { title: string; works: readonly ShownWork[] }) => (
  <Table
    caption={title}
    columns={columns}
    cards
    className="pairs mt-1 [&_td]:align-top md:[&_td]:py-[13px] [&_.status]:min-h-6.5"
  >
    {works.map((work) => (
      <tr key={work.id} className="relative">
        <td className="num md:w-47">
          <Due work={work} />
        </td>
        <td className="max-md:col-span-full max-md:row-1">
          <Link className="title wrap-anywhere after:absolute after:inset-0" to={`/dashboard/orders/${work.id}`}>
            {work.title}
          </Link>
          <span className="meta">{`${work.number}, ${workLabel({ ...work, serviceName: serviceNameOf(work.service) })}`}</span>
          {work.test && <TagMark>test</TagMark>}
          <NewMessages orderId={work.id} count={work.unread} />
        </td>
        <td className="max-md:col-span-full max-md:row-3 md:w-42">
          <Status shape={work.shown.shape} tone={work.shown.tone}>
            {work.shown.text}
          </Status>
          {work.note && <span className="meta">{work.note}</span>}
        </td>
        <td className="r num font-semibold max-md:col-2 max-md:row-2 md:w-22">
          {work.payCents === null ? "not set" : <Money cents={work.payCents} />}
        </td>
      </tr>
    ))}
  </Table>
);

type Claimable = NonNullable<ShownWorkspace["claims"]>;

const Claim = ({ order }: { order: ShownOpen }) => {
  const sent = useSent();
  const busy = sent?.get("intent") === "claim" && sent.get("orderId") === order.id;
  return (
    <Form method="post" action="/dashboard" className="text-right">
      <input type="hidden" name="intent" value="claim" />
      <input type="hidden" name="orderId" value={order.id} />
      <Button small variant="outline" busy={busy}>
        {busy ? "Claiming" : "Claim"}
        <span className="vh">{` order ${order.number}`}</span>
      </Button>
    </Form>
  );
};

const ClaimDue = ({ due }: Pick<ShownOpen, "due">) => {
  if (!due) return <p>No deadline</p>;
  return (
    <p className="num">
      {due.soon ? (
        <Status shape="clock" tone="warn">
          {due.left}
        </Status>
      ) : (
        <b className="strong">{due.left}</b>
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
      <ul className="mt-3 border-t border-rule-strong">
        {orders.map((order) => (
          <li
            key={order.id}
            className="grid grid-cols-[10.75rem_minmax(0,1fr)_auto_6.5rem] gap-x-5 gap-y-1 border-b border-rule pt-[13px] pb-1 max-md:grid-cols-[minmax(0,1fr)_auto]"
          >
            <ClaimDue due={order.due} />
            <div className="min-w-0 max-md:col-span-full max-md:row-1">
              <h3 className="strong wrap-anywhere">{order.title}</h3>
              <p className="meta">
                {workLabel({ ...order, serviceName: serviceNameOf(order.service) })}{" "}
                {order.test && <TagMark>test</TagMark>}
              </p>
              <details>
                <summary className="small fold-link">
                  Read the brief<span className="vh">{` of order ${order.number}`}</span>
                </summary>
                <p className="prose whitespace-pre-wrap wrap-anywhere pb-3">
                  {order.instructions || "No instructions."}
                </p>
              </details>
            </div>
            <p className="num text-right">
              <b className="strong">{order.payCents === null ? "not set" : <Money cents={order.payCents} />}</b>
              <span className="meta max-md:inline">
                {order.estimate === "not known" ? "estimate not known" : order.estimate}
              </span>
            </p>
            {free && <Claim order={order} />}
          </li>
        ))}
      </ul>
    </>
  );
};
