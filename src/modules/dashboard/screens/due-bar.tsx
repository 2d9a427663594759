import { useEffect, useState } from "react";
import { formatUsd } from "#src/shared/money.ts";
import { canPay, cardActionsId } from "./client-steps.tsx";
import type { ShownOrder } from "./order.server.ts";
import { questionId } from "./order-card.tsx";

/** True while an element of this id can be seen. */
function useInView(id: string): boolean {
  const [seen, see] = useState(false);
  useEffect(() => {
    const element = document.getElementById(id);
    if (!element) return;
    const observer = new IntersectionObserver((entries) => see(entries.some(({ isIntersecting }) => isIntersecting)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [id]);
  return seen;
}

/** What the client has to decide, and the verb of it; null while it is nobody's turn or somebody else's. */
const turnOf = (shown: ShownOrder): { title: string; verb: string } | null => {
  const { order, payCents, restCents, actions, card, step } = shown;
  if (shown.undo || step || card.waits) return null;
  if (canPay(shown) && payCents !== null)
    return { title: formatUsd(payCents), verb: order.status === "quoted" ? "Answer" : "Pay" };
  if (order.status === "delivered" && restCents > 0) return { title: formatUsd(restCents), verb: "Pay" };
  if (actions.includes("approve")) return { title: order.shown.text, verb: "Decide" };
  return order.status === "on_hold" ? { title: order.shown.text, verb: "Answer" } : null;
};

/** Under 1024 px, while it is the client's turn: until when, and the way to the question; away while its buttons show. */
export const DueBar = ({ shown }: { shown: ShownOrder }) => {
  const seen = useInView(cardActionsId);
  const turn = turnOf(shown);
  if (!turn) return null;
  const [time] = shown.card.times;
  const until = shown.order.status === "on_hold" ? undefined : time;
  return (
    <aside className="duebar no-print" aria-label="Your turn" hidden={seen}>
      <div>
        <b translate={turn.title.startsWith("$") ? "no" : undefined}>{turn.title}</b>
        {until && <span className="num">{`${until.term} ${until.text}`}</span>}
      </div>
      <a className="btn btn-primary btn-sm" href={`#${questionId}`}>
        {turn.verb}
      </a>
    </aside>
  );
};
