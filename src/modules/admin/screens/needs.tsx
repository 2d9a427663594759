import { Link } from "react-router";
import type { AdminNeed } from "#src/modules/orders/index.server.ts";
import { formatUsd } from "#src/shared/money.ts";
import { leftOr, shortTime } from "#src/shared/time-labels.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { LinkButton } from "#src/ui/button.tsx";
import { type Shape, Status, type Tone } from "#src/ui/status.tsx";
import { Table } from "#src/ui/table.tsx";
import { type Watch, watchLabels } from "../domain/admin-labels.ts";

type Clock = { now: Date; zone: string };

const styles: Readonly<Record<Watch, { shape: Shape; tone: Tone }>> = {
  disputed: { shape: "alert", tone: "bad" },
  late: { shape: "alert", tone: "bad" },
  "no-writer": { shape: "alert", tone: "bad" },
  "rest-unpaid": { shape: "clock", tone: "warn" },
  unseen: { shape: "caret", tone: "warn" },
  "needs-quote": { shape: "dashed", tone: "warn" },
  transfer: { shape: "clock", tone: "you" },
  "asked-long": { shape: "ring", tone: "warn" },
  "due-soon": { shape: "clock", tone: "ink" },
};

const since = (at: Date | null, text: string, { now }: Clock): string | null =>
  at && `${text} ${shortTime(now.getTime() - at.getTime())}`;

/** What the reason is about: how long it waits, or when it is due. */
const detailOf = (need: AdminNeed, watch: Watch, clock: Clock): string => {
  const about: Readonly<Partial<Record<Watch, string | null>>> = {
    disputed: since(need.disputedAt, "Open for", clock),
    "needs-quote": since(need.waitingSince, "Waits for", clock),
    transfer: need.priceCents === null ? null : `${formatUsd(need.priceCents)} expected`,
    "asked-long": since(need.assignedAt, "Asked for", clock),
    "rest-unpaid": since(need.deliveredAt, "Delivered for", clock),
    unseen: since(need.deliveredAt, "Delivered for", clock),
  };
  const due = need.deadline && `Due ${formatMoment(need.deadline, clock.zone)}, ${leftOr(need.deadline, clock.now)}`;
  return about[watch] ?? due ?? "No deadline";
};

const NeedRow = ({ need, clock }: { need: AdminNeed; clock: Clock }) => {
  const watch = need.watches[0] ?? "due-soon";
  const to = watch === "needs-quote" ? `/admin/custom-orders?order=${need.id}` : `/admin/orders/${need.id}`;
  return (
    <tr>
      <td className="a1">
        <Status {...styles[watch]}>{watchLabels[watch].why}</Status>
      </td>
      <td className="a2">
        <Link className="title" to={`/admin/orders/${need.id}`}>
          {need.title}
        </Link>
        <span className="meta num wrap-anywhere">
          {need.number}, {need.clientName}
        </span>
      </td>
      <td className="a3 soft num">{detailOf(need, watch, clock)}</td>
      <td className="r a4">
        <LinkButton variant="outline" small to={to} aria-label={`${watchLabels[watch].verb}: ${need.title}`}>
          {watchLabels[watch].verb}
        </LinkButton>
      </td>
    </tr>
  );
};

const columns = [
  { key: "why", label: "Reason", quiet: true },
  { key: "order", label: "Order", quiet: true },
  { key: "detail", label: "Detail", quiet: true },
  { key: "do", label: "Action", quiet: true },
];

/** The orders that need a person first, the nearest deadline on top. */
export const Needs = ({ needs, now, zone }: { needs: readonly AdminNeed[] } & Clock) => (
  <section className="panel wide" aria-labelledby="needs">
    <div className="panel-head">
      <h2 className="t3" id="needs">
        Orders that need you
      </h2>
      {needs.length > 0 && <span className="small muted">nearest deadline first</span>}
    </div>
    {needs.length === 0 ? (
      <p className="soft panel-pad">Nothing waits for you. New work shows up here automatically.</p>
    ) : (
      <Table caption="Orders that need you" columns={columns} boxed cards className="attn bare">
        {needs.map((need) => (
          <NeedRow key={need.id} need={need} clock={{ now, zone }} />
        ))}
      </Table>
    )}
  </section>
);
