import { Link } from "react-router";
import { counted } from "#src/shared/counted.ts";
import { countryName } from "#src/shared/countries.ts";
import { formatUsd } from "#src/shared/money.ts";
import { formatMoment, localOf, zoneLabel } from "#src/shared/zone.ts";
import { Avatar } from "#src/ui/avatar.tsx";
import { adminAddress, blankAsk } from "../../domain/admin-address.ts";
import type { OrderPageData } from "./order.server.ts";

type Time = { now: Date; zone: string };

const Name = ({ to, name }: { to: string | null; name: string }) =>
  to ? (
    <Link className="name wrap-anywhere" to={to}>
      {name}
    </Link>
  ) : (
    <b className="name wrap-anywhere">{name}</b>
  );

const Client = ({ shown, time }: { shown: OrderPageData; time: Time }) => {
  const { order, people } = shown;
  const { client, mayPeople, mayChat } = people;
  const zone = order.deadlineZone;
  const known = zone
    ? `now ${localOf(time.now, zone).time} in ${zoneLabel(zone, time.now)}`
    : countryName(order.country);
  const where = shown.hidesContact ? "name and contact sealed" : known;
  return (
    <div className="person">
      <div className="person-top">
        <Avatar name={order.clientName} />
        <div className="min-w-0">
          <Name to={mayPeople ? `/admin/people/${order.clientId}` : null} name={order.clientName} />
          <p className="small">{`Client, ${where}`}</p>
        </div>
      </div>
      <ul className="person-links">
        {mayChat && (
          <li>
            <Link to={`/admin/chats/${order.clientId}`}>
              <span>Chat</span>
              <span className="wrap-anywhere">{order.clientEmail}</span>
            </Link>
          </li>
        )}
        <li>
          <Link to={adminAddress(blankAsk, { group: "all", client: order.clientId })}>
            <span>{counted(client.placed, "order")}</span>
            <span>{`${client.open} open, ${formatUsd(client.paidCents)} paid in total`}</span>
          </Link>
        </li>
        {client.signs.map(({ text, to }) => (
          <li key={to ?? text}>
            <span className="line">
              <span>Worth a look</span>
              <span>{text}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
};

const Load = ({ open, capacity }: { open: number; capacity: number }) => (
  <span className={open >= capacity ? "loadbar full" : "loadbar"} aria-hidden="true">
    {Array.from({ length: Math.min(capacity, 10) }, (_, at) => `place ${at}`).map((place, at) => (
      <i key={place} className={at < open ? "on" : undefined} />
    ))}
  </span>
);

const Writer = ({ shown, time }: { shown: OrderPageData; time: Time }) => {
  const { order, people } = shown;
  const { writer, mayPeople } = people;
  if (!order.writerId || !order.writerName)
    return (
      <div className="person">
        <p className="soft">No writer has this order.</p>
      </div>
    );
  return (
    <div className="person">
      <div className="person-top">
        <Avatar name={order.writerName} />
        <div className="min-w-0">
          <Name to={mayPeople ? `/admin/writers/${order.writerId}` : null} name={order.writerName} />
          <p className="small">{writer?.name ? `Writer, ${writer.name}` : "Writer"}</p>
        </div>
      </div>
      {writer && (
        <ul className="person-links">
          <li>
            <Link to={adminAddress(blankAsk, { writer: order.writerId, sort: "due" })}>
              <span>{`${writer.open} of ${writer.capacity} places`}</span>
              <span>
                <Load open={writer.open} capacity={writer.capacity} />
                {writer.open >= writer.capacity ? "full" : "has room"}
              </span>
            </Link>
          </li>
          <li>
            <span className="line">
              <span>Next deadline</span>
              <span>{writer.nextDeadline ? formatMoment(writer.nextDeadline, time.zone) : "none"}</span>
            </span>
          </li>
          <li>
            <span className="line">
              <span>On time</span>
              <span>{`${writer.onTime} of ${counted(writer.delivered, "order")}`}</span>
            </span>
          </li>
        </ul>
      )}
    </div>
  );
};

/** The two people of an order, as ways to what they carry. */
export const PeoplePanel = ({ shown, time }: { shown: OrderPageData; time: Time }) => (
  <section className="panel people-panel" aria-label="Client and writer">
    <Client shown={shown} time={time} />
    <Writer shown={shown} time={time} />
  </section>
);
