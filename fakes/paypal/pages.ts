import { html, safe } from "../payments/html.ts";
import { type Answer, type Asked, go, page } from "../payments/server.ts";
import { approve, type Bank } from "./actions.ts";

const ends = { approve: null, review: "review", decline: "decline" } as const;

/** PayPal's page at /checkoutnow?token=<order>: approve, approve and be looked at, approve with a bad card, cancel. */
export function answerPage(bank: Bank, asked: Asked): Answer {
  const id = asked.query.get("token") ?? "";
  const [order, approval] = [bank.books.orders.get(id), bank.books.approvals.get(id)];
  const [unit] = order?.purchase_units ?? [];
  if (!order || !approval || !unit)
    return { ...page(html("Fake for PayPal", "<p>There is no such payment.</p>")), status: 404 };
  const back = `${approval.back}&token=${id}&PayerID=QYR5Z8XDVJNXQ`;
  if (order.status !== "PAYER_ACTION_REQUIRED") return go(back);
  const choice = asked.method === "POST" ? new URLSearchParams(asked.body).get("choice") : null;
  if (choice !== null && choice in ends) {
    approve(bank, id, ends[choice as keyof typeof ends]);
    return go(back);
  }
  const button = (value: string, label: string) => `<button name="choice" value="${value}">${label}</button>`;
  return page(
    html(
      "Fake for PayPal",
      `<p>$${safe(unit.amount.value)}. No real money.</p><form method="post" action="/checkoutnow?token=${id}">
${button("approve", "Approve")}${button("review", "Approve, and PayPal looks at it")}${button("decline", "Approve with a card that is refused")}</form>
<a href="${safe(approval.cancel)}">Cancel and go back</a>`,
    ),
  );
}
