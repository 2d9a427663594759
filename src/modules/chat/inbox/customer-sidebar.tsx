import { Link } from "react-router";
import { roleLabels } from "#src/modules/accounts/index.ts";
import { toRole } from "#src/shared/viewer.ts";
import { formatDate, formatMoment } from "#src/shared/zone.ts";
import { Button } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { ChevronLeft, Icon } from "#src/ui/icons.tsx";
import { BareSelect } from "#src/ui/inputs.tsx";
import { Places } from "#src/ui/places.tsx";
import { Status } from "#src/ui/status.tsx";
import { Money } from "#src/ui/table.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import type { AdminChat } from "./chat.server.ts";
import { CloseForm } from "./chat-top.tsx";

const Facts = ({ data: { chat, since, localTime, orders, work, zone } }: { data: AdminChat }) => (
  <dl>
    <div>
      <dt>{`${roleLabels[toRole(chat.role)]} since`}</dt>
      <dd>{since ? formatDate(since, zone) : "account is gone"}</dd>
    </div>
    {chat.writer && (
      <div>
        <dt>For clients</dt>
        <dd>{chat.writer}</dd>
      </div>
    )}
    <div>
      <dt>Local time</dt>
      <dd className="num">{localTime ?? "not known"}</dd>
    </div>
    {work && (
      <>
        <div>
          <dt>Places</dt>
          <dd className="num">
            <Places taken={work.open} capacity={work.capacity} small />
            {`${work.open} of ${work.capacity}`}
          </dd>
        </div>
        <div>
          <dt>On time</dt>
          <dd className="num">{work.delivered === 0 ? "none yet" : `${work.onTime} of ${work.delivered}`}</dd>
        </div>
        {work.heldCents !== null && (
          <div>
            <dt>Held for this writer</dt>
            <dd>
              <Money cents={work.heldCents} />
            </dd>
          </div>
        )}
      </>
    )}
    {orders && !work && (
      <div>
        <dt>Orders</dt>
        <dd className="num">{orders.placed === 0 ? "none" : `${orders.placed}, ${orders.open.length} open`}</dd>
      </div>
    )}
  </dl>
);

const mostOrders = 3;

type Orders = NonNullable<AdminChat["orders"]>;

const OpenOrders = ({ orders, chatId }: { orders: Orders; chatId: string }) =>
  orders.open.length === 0 ? null : (
    <>
      <h3 className="label">Open orders</h3>
      <ul className="mini-orders">
        {orders.open.slice(0, mostOrders).map(({ id, number, title, shown, priceCents }) => (
          <li key={id}>
            <Status shape={shown.shape} tone={shown.tone}>
              {shown.text}
            </Status>
            <Link to={`/admin/orders/${id}`}>{title}</Link>
            <span className="num muted small" translate="no">
              {number}
              {priceCents !== null && (
                <>
                  , <Money cents={priceCents} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      {orders.placed > mostOrders && (
        <p className="small ib-all">
          <Link to={`/admin/orders?group=all&client=${chatId}`}>{`All ${orders.placed} orders`}</Link>
        </p>
      )}
    </>
  );

type Work = NonNullable<AdminChat["work"]>;

/** When a running order is due, for its writer. */
const dueText = ({ number, paused, due }: Work["running"][number], { zone, now }: Pick<AdminChat, "zone" | "now">) => {
  if (paused) return `${number}, paused`;
  return due ? `${number}, due ${formatMoment(due, zone, now)}` : `${number}, no deadline`;
};

/** What the writer works on now. */
const RunningOrders = ({ work: { running }, data }: { work: Work; data: AdminChat }) => (
  <>
    <h3 className="label">{`Running orders, ${running.length}`}</h3>
    {running.length > 0 && (
      <ul className="mini-orders">
        {running.map((one) => (
          <li key={one.id}>
            {one.late ? (
              <Status shape="alert">Late</Status>
            ) : (
              <Status shape={one.shown.shape} tone={one.shown.tone}>
                {one.shown.text}
              </Status>
            )}
            <Link to={`/admin/orders/${one.id}`}>{one.title}</Link>
            <span className="num muted small">{dueText(one, data)}</span>
          </li>
        ))}
      </ul>
    )}
    <p className="small ib-all">
      <Link to={`/admin/orders?group=all&writer=${data.chat.id}`}>All orders of this writer</Link>
    </p>
  </>
);

/** Gives the chat to a colleague; the form also sends who had it when the page was made. */
const AssignForm = ({ data: { chat, colleagues, me } }: { data: AdminChat }) => {
  const others = colleagues.filter(({ id }) => id !== me && id !== chat.assignedTo);
  if (others.length === 0) return null;
  return (
    <Form method="post" className="ib-give dense" preventScrollReset key={chat.assignedTo ?? "nobody"}>
      <input type="hidden" name="step" value="assign" />
      <input type="hidden" name="seen" value={chat.assignedTo ?? ""} />
      <BareSelect
        name="to"
        aria-label="Give the chat to"
        choices={others.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Button small variant="outline">
        Give to
      </Button>
    </Form>
  );
};

const TranscriptForm = () => {
  const busy = useSent()?.get("step") === "transcript";
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="step" value="transcript" />
      <Button small variant="outline" busy={busy}>
        {busy ? "Sending" : "Mail the conversation"}
      </Button>
    </Form>
  );
};

type Props = { data: AdminChat; back: () => void };

/** Who it is, their open orders, and what can be done with the chat. */
export const CustomerSidebar = ({ data, back }: Props) => {
  const { chat, orders, work, seesPeople, since } = data;
  return (
    <aside className="ib-info" aria-label={`About ${chat.name}`}>
      <Link
        className="btn btn-quiet btn-sm ib-back"
        to="?"
        onClick={(event) => {
          event.preventDefault();
          back();
        }}
      >
        <Icon of={ChevronLeft} />
        Back to the conversation
      </Link>
      <h2 className="t3 wrap-anywhere">{chat.name}</h2>
      <Facts data={data} />
      {seesPeople && since && (
        <p className="small">
          <Link to={`/admin/people/${chat.id}`}>Account of this person</Link>
        </p>
      )}
      {work && <RunningOrders work={work} data={data} />}
      {orders && <OpenOrders orders={orders} chatId={chat.id} />}
      <section aria-labelledby="this-chat" className="ib-steps">
        <h3 className="label" id="this-chat">
          This chat
        </h3>
        <AssignForm data={data} />
        <TranscriptForm />
        <CloseForm me={data.me} chat={chat} className="ib-close-small" />
      </section>
    </aside>
  );
};
