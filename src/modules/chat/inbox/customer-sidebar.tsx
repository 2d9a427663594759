import type { ReactNode } from "react";
import { Link } from "react-router";
import { roleLabels } from "#src/modules/accounts/index.ts";
import { toRole } from "#src/shared/viewer.ts";
import { formatDate, formatMoment } from "#src/shared/zone.ts";
import { Button } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { Form } from "#src/ui/form.tsx";
import { ChevronLeft, Icon } from "#src/ui/icons.tsx";
import { BareSelect } from "#src/ui/inputs.tsx";
import { Places } from "#src/ui/places.tsx";
import { Status } from "#src/ui/status.tsx";
import { Money } from "#src/ui/table.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import type { AdminChat } from "./chat.server.ts";
import { CloseForm } from "./chat-top.tsx";

const Fact = ({ label, className, children }: { label: string; className?: string; children: ReactNode }) => (
  <div className="flex justify-between gap-3 border-b border-rule py-2 text-(length:--text-sm)">
    <dt className="text-ink-3">{label}</dt>
    <dd className={cx("text-right", className)}>{children}</dd>
  </div>
);

const Facts = ({ data: { chat, since, localTime, orders, work, zone } }: { data: AdminChat }) => (
  <dl className="mt-3 mb-4 border-t border-rule">
    <Fact label={`${roleLabels[toRole(chat.role)]} since`}>{since ? formatDate(since, zone) : "account is gone"}</Fact>
    {chat.writer && <Fact label="For clients">{chat.writer}</Fact>}
    <Fact label="Local time" className="num">
      {localTime ?? "not known"}
    </Fact>
    {work && (
      <>
        <Fact label="Places" className="num">
          <Places taken={work.open} capacity={work.capacity} small />
          {`${work.open} of ${work.capacity}`}
        </Fact>
        <Fact label="On time" className="num">
          {work.delivered === 0 ? "none yet" : `${work.onTime} of ${work.delivered}`}
        </Fact>
        {work.heldCents !== null && (
          <Fact label="Held for this writer">
            <Money cents={work.heldCents} />
          </Fact>
        )}
      </>
    )}
    {orders && !work && (
      <Fact label="Orders" className="num">
        {orders.placed === 0 ? "none" : `${orders.placed}, ${orders.open.length} open`}
      </Fact>
    )}
  </dl>
);

const orderLine = "grid gap-0.5 border-b border-rule py-3";

const OrderLink = ({ id, title }: { id: string; title: string }) => (
  <Link
    className="leading-5.5 font-semibold wrap-anywhere text-ink no-underline hover:text-pen hover:underline hover:decoration-auto"
    to={`/admin/orders/${id}`}
  >
    {title}
  </Link>
);

const mostOrders = 3;

type Orders = NonNullable<AdminChat["orders"]>;

const OpenOrders = ({ orders, chatId }: { orders: Orders; chatId: string }) =>
  orders.open.length === 0 ? null : (
    <>
      <h3 className="label mt-6">Open orders</h3>
      <ul>
        {orders.open.slice(0, mostOrders).map((one) => (
          <li key={one.id} className={orderLine}>
            <Status shape={one.shown.shape} tone={one.shown.tone}>
              {one.shown.text}
            </Status>
            <OrderLink {...one} />
            <span className="num muted small" translate="no">
              {one.number}
              {one.priceCents !== null && (
                <>
                  , <Money cents={one.priceCents} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      {orders.placed > mostOrders && (
        <p className="small">
          <Link className="link" to={`/admin/orders?group=all&client=${chatId}`}>{`All ${orders.placed} orders`}</Link>
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
    <h3 className="label mt-6">{`Running orders, ${running.length}`}</h3>
    {running.length > 0 && (
      <ul>
        {running.map((one) => (
          <li key={one.id} className={orderLine}>
            {one.late ? (
              <Status shape="alert">Late</Status>
            ) : (
              <Status shape={one.shown.shape} tone={one.shown.tone}>
                {one.shown.text}
              </Status>
            )}
            <OrderLink {...one} />
            <span className="num muted small">{dueText(one, data)}</span>
          </li>
        ))}
      </ul>
    )}
    <p className="small">
      <Link className="link" to={`/admin/orders?group=all&writer=${data.chat.id}`}>
        All orders of this writer
      </Link>
    </p>
  </>
);

/** Gives the chat to a colleague; the form also sends who had it when the page was made. */
const AssignForm = ({ data: { chat, colleagues, me } }: { data: AdminChat }) => {
  const others = colleagues.filter(({ id }) => id !== me && id !== chat.assignedTo);
  if (others.length === 0) return null;
  return (
    <Form method="post" className="dense grid w-full gap-2" preventScrollReset key={chat.assignedTo ?? "nobody"}>
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

/** `open`: on narrow screens it stands in place of the conversation. */
type Props = { data: AdminChat; open: boolean; back: () => void };

/** Who it is, their open orders, and what can be done with the chat. */
export const CustomerSidebar = ({ data, open, back }: Props) => {
  const { chat, orders, work, seesPeople, since } = data;
  return (
    <aside
      className={cx(
        "relative min-h-0 overflow-auto px-6 py-5.5 max-xl:bg-sheet max-xl:*:max-w-144 xl:border-l xl:border-rule-strong",
        !open && "max-xl:hidden",
      )}
      aria-label={`About ${chat.name}`}
    >
      <Link
        className="btn btn-quiet btn-sm -mt-2.5 mb-2 -ml-3 xl:hidden"
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
      <section aria-labelledby="this-chat" className="grid justify-items-start gap-3">
        <h3 className="label mt-6 -mb-1" id="this-chat">
          This chat
        </h3>
        <AssignForm data={data} />
        <TranscriptForm />
        <CloseForm me={data.me} chat={chat} className="md:hidden" />
      </section>
    </aside>
  );
};
