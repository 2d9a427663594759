import type { ReactNode } from "react";
import { Link } from "react-router";
import { counted } from "#src/shared/counted.ts";
import { countryName } from "#src/shared/countries.ts";
import { formatUsd } from "#src/shared/money.ts";
import { formatMoment, localOf, zoneLabel } from "#src/shared/zone.ts";
import { Avatar } from "#src/ui/avatar.tsx";
import { cx } from "#src/ui/class-names.ts";
import { adminAddress, blankAsk } from "../../domain/admin-address.ts";
import type { OrderPageData } from "./order.server.ts";

type Time = { now: Date; zone: string };

const nameClasses =
  "relative font-semibold wrap-anywhere text-ink decoration-rule-strong before:absolute before:-inset-x-2 before:-inset-y-[11px] hover:text-pen";

const Name = ({ to, name }: { to: string | null; name: string }) =>
  to ? (
    <Link className={nameClasses} to={to}>
      {name}
    </Link>
  ) : (
    <b className={nameClasses}>{name}</b>
  );

const Top = ({ to, name, says }: { to: string | null; name: string; says: string }) => (
  <div className="grid grid-cols-[36px_minmax(0,1fr)_auto] items-center gap-x-3">
    <Avatar name={name} />
    <div className="min-w-0">
      <Name to={to} name={name} />
      <p className="meta">{says}</p>
    </div>
  </div>
);

const rowClasses = "num flex min-h-11 items-center justify-between gap-4 text-sm leading-5 text-ink-2";

type RowProps = { to?: string; label: string; wraps?: boolean; children: ReactNode };

/** A fact about somebody; with an address all of the line leads to it. */
const Row = ({ to, label, wraps, children }: RowProps) => (
  <li className="border-t border-rule">
    {to ? (
      <Link to={to} className={`${rowClasses} no-underline hover:text-pen`}>
        <span className="font-semibold whitespace-nowrap text-pen">{label}</span>
        <span className={cx("text-right", wraps && "wrap-anywhere")}>{children}</span>
      </Link>
    ) : (
      <span className={rowClasses}>
        <span>{label}</span>
        <span className="text-right">{children}</span>
      </span>
    )}
  </li>
);

const side =
  "border-rule-strong px-5 pt-4 pb-3 max-md:not-first:border-t md:max-xl:not-first:border-l xl:not-first:border-t";

const Client = ({ shown, time }: { shown: OrderPageData; time: Time }) => {
  const { order, people } = shown;
  const { client, mayPeople, mayChat } = people;
  const zone = order.deadlineZone;
  const known = zone
    ? `now ${localOf(time.now, zone).time} in ${zoneLabel(zone, time.now)}`
    : countryName(order.country);
  const where = shown.hidesContact ? "name and contact sealed" : known;
  return (
    <div className={side}>
      <Top
        to={mayPeople ? `/admin/people/${order.clientId}` : null}
        name={order.clientName}
        says={`Client, ${where}`}
      />
      <ul className="mt-2.5">
        {mayChat && (
          <Row to={`/admin/chats/${order.clientId}`} label="Chat" wraps>
            {order.clientEmail}
          </Row>
        )}
        <Row
          to={adminAddress(blankAsk, { group: "all", client: order.clientId })}
          label={counted(client.placed, "order")}
        >
          {`${client.open} open, ${formatUsd(client.paidCents)} paid in total`}
        </Row>
        {client.signs.map(({ text, to }) => (
          <Row key={to ?? text} label="Worth a look">
            {text}
          </Row>
        ))}
      </ul>
    </div>
  );
};

const Load = ({ open, capacity }: { open: number; capacity: number }) => {
  const taken = open >= capacity ? "border-warn bg-warn" : "border-ink-2 bg-ink-2";
  return (
    <span className="mr-2 inline-flex gap-[3px]" aria-hidden="true">
      {Array.from({ length: Math.min(capacity, 10) }, (_, at) => `place ${at}`).map((place, at) => (
        <i key={place} className={cx("size-3 rounded-xs border", at < open ? taken : "border-edge bg-sheet")} />
      ))}
    </span>
  );
};

const Writer = ({ shown, time }: { shown: OrderPageData; time: Time }) => {
  const { order, people } = shown;
  const { writer, mayPeople } = people;
  if (!order.writerId || !order.writerName)
    return (
      <div className={side}>
        <p className="soft">No writer has this order.</p>
      </div>
    );
  return (
    <div className={side}>
      <Top
        to={mayPeople ? `/admin/writers/${order.writerId}` : null}
        name={order.writerName}
        says={writer?.name ? `Writer, ${writer.name}` : "Writer"}
      />
      {writer && (
        <ul className="mt-2.5">
          <Row
            to={adminAddress(blankAsk, { writer: order.writerId, sort: "due" })}
            label={`${writer.open} of ${writer.capacity} places`}
          >
            <Load open={writer.open} capacity={writer.capacity} />
            {writer.open >= writer.capacity ? "full" : "has room"}
          </Row>
          <Row label="Next deadline">{writer.nextDeadline ? formatMoment(writer.nextDeadline, time.zone) : "none"}</Row>
          <Row label="On time">{`${writer.onTime} of ${counted(writer.delivered, "order")}`}</Row>
        </ul>
      )}
    </div>
  );
};

/** The two people of an order, as ways to what they carry. */
export const PeoplePanel = ({ shown, time }: { shown: OrderPageData; time: Time }) => (
  <section className="panel md:max-xl:grid md:max-xl:grid-cols-[1fr_1fr]" aria-label="Client and writer">
    <Client shown={shown} time={time} />
    <Writer shown={shown} time={time} />
  </section>
);
