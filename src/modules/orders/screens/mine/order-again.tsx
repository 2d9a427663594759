import { LinkButton } from "#src/ui/button.tsx";
import type { ShownOrder } from "./order.server.ts";

const over: readonly string[] = ["completed", "cancelled", "refunded"];

/** The way to the same work once more, from an order that is over. */
export const OrderAgain = ({ order: { id, kind, status } }: Pick<ShownOrder, "order">) =>
  over.includes(status) ? (
    <section className="no-print" aria-labelledby="again">
      <h2 className="t2 mb-1" id="again">
        The same again
      </h2>
      <p className="soft mb-4">
        The form opens with this brief. You choose a new deadline and add the files that are needed.
      </p>
      <LinkButton variant="outline" to={`${kind === "custom" ? "/custom" : "/order"}?again=${id}`}>
        Order again
      </LinkButton>
    </section>
  ) : null;
