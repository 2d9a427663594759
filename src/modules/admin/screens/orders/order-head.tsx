import { Link } from "react-router";
import { dueAt, handedOverAt } from "#src/modules/orders/index.ts";
import { formatUsd } from "#src/shared/money.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { CopyButton } from "#src/ui/copy-button.tsx";
import { ArrowDown, ArrowUp, type Drawing, Icon } from "#src/ui/icons.tsx";
import { Crumbs } from "#src/ui/reading.tsx";
import { Status, TagMark } from "#src/ui/status.tsx";
import { paymentLabels, workLabel } from "../../domain/admin-labels.ts";
import { deadlineNote } from "../../domain/next-actor.ts";
import type { OrderPageData } from "./order.server.ts";

type NeighbourProps = { to: string | null; icon: Drawing; label: string; shortcut: string };

/** The way to what stands before or after this in its list. */
export const Neighbour = ({ to, icon, label, shortcut }: NeighbourProps) =>
  to && (
    <Link
      className="btn-icon"
      to={to}
      aria-label={`${label} in the list`}
      title={`${label}, ${shortcut.toUpperCase()}`}
      data-key={shortcut}
    >
      <Icon of={icon} />
    </Link>
  );

/** The order in one line, the way back to the list from which it was opened, and to the orders around it there. */
export const OrderHead = ({
  shown: { order, shown, list },
  clock,
}: {
  shown: OrderPageData;
  clock: { now: Date; zone: string };
}) => {
  const at = dueAt(order);
  const due = at && `${order.revisionDueAt ? "Revision due" : "Due"} ${formatMoment(at, clock.zone, clock.now)}`;
  const left = deadlineNote({ ...order, deadline: at, handedOverAt: handedOverAt(order) }, clock.now);
  const price = order.priceCents === null ? "No price yet" : formatUsd(order.priceCents);
  return (
    <>
      <div className="flex items-start justify-between gap-2">
        <Crumbs
          steps={[
            { to: list.back, label: "Orders" },
            { to: `/admin/orders?group=all&status=${order.status}`, label: shown.text },
            { label: <span translate="no">{order.number}</span> },
          ]}
        />
        <div className="-mt-2 flex">
          <CopyButton value={order.number} what="the order number" shortcut="c" />
          <Neighbour to={list.previous} icon={ArrowUp} label="Previous order" shortcut="k" />
          <Neighbour to={list.next} icon={ArrowDown} label="Next order" shortcut="j" />
        </div>
      </div>
      <header className="detail-head">
        <h1 className="d3 wrap-anywhere">{order.title}</h1>
        <p className="detail-meta row">
          <Status shape={shown.shape} tone={shown.tone}>
            {shown.text}
          </Status>
          <span>{workLabel(order)}</span>
          <span className="num">{`${price}, ${paymentLabels[order.paymentStatus].toLowerCase()}`}</span>
          {due && <span className="num">{due + left}</span>}
          {order.test && <TagMark>test order, no real money</TagMark>}
          {order.demo && <TagMark>demo order</TagMark>}
        </p>
      </header>
    </>
  );
};
