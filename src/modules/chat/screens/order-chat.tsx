import { useEffect, useState } from "react";
import { Link } from "react-router";
import { useFrame } from "#src/modules/site/index.screens.ts";

type Order = { number: string };

/**
 * The client's own chat with Support, on the page of an order and about it (decisions 3). It is loaded when the page has
 * come to rest; until then, and without scripts, a link leads to the contact page.
 */
export const OrderChat = ({ order }: { order: Order }) => {
  const person = useFrame()?.person;
  const [Talk, setTalk] = useState<typeof import("./order-talk.tsx").OrderTalk>();
  const client = person?.role === 1 && person.id;
  useEffect(() => {
    if (!client) return;
    const load = () =>
      import("./order-talk.tsx").then(
        ({ OrderTalk }) => setTalk(() => OrderTalk),
        () => undefined,
      );
    (window.requestIdleCallback ?? setTimeout)(load);
  }, [client]);
  if (!client) return null;
  return (
    <section className="order-chat no-print" id="support" aria-labelledby="support-title">
      <div className="between">
        <h2 className="t2" id="support-title">
          Conversation with Support
        </h2>
        <span className="small muted">Day and night</span>
      </div>
      {Talk ? (
        <Talk person={person} number={order.number} />
      ) : (
        <p className="small soft">
          Write to us about this order here, or on the <Link to={`/contact?order=${order.number}`}>contact page</Link>.
        </p>
      )}
    </section>
  );
};
