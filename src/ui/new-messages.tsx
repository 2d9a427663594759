import { Link } from "react-router";
import { countUpTo } from "#src/shared/counted.ts";

/** How much the other side of an order wrote since one looked; nothing where there is nothing. */
export const NewMessages = ({ orderId, count }: { orderId: string; count: number }) =>
  count === 0 ? null : (
    <Link
      className="relative z-1 inline-flex min-h-8 items-center gap-1.5 text-(length:--text-sm) font-semibold"
      to={`/dashboard/orders/${orderId}?with=thread#conversation`}
    >
      <span className="count">{countUpTo(count)}</span>
      {count === 1 ? " new message" : " new messages"}
    </Link>
  );
