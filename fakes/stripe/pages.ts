import { html, safe } from "../payments/html.ts";
import { type Answer, type Asked, go, page } from "../payments/server.ts";
import { type Bank, current, pay } from "./actions.ts";
import type { Session } from "./books.ts";

const cards = { good: "4242424242424242", declined: "4000000000000002", secure: "4000002760003184" } as const;

const amountOf = ({ amount_total }: Session): string => `$${((amount_total ?? 0) / 100).toFixed(2)}`;

const payPage = (session: Session, said = ""): string =>
  html(
    "Fake for Stripe",
    `${said && `<p role="alert">${safe(said)}</p>`}<p>${amountOf(session)}. No real money. Good card ${cards.good}, declined ${cards.declined}, 3-D Secure ${cards.secure}.</p>
<form method="post" action="/pay/${session.id}"><label>Card number <input name="card" value="${cards.good}" inputmode="numeric"></label>
<button name="choice" value="pay">Pay ${amountOf(session)}</button></form>
<a href="${safe(session.cancel_url ?? "/")}">Cancel and go back</a>`,
  );

const securePage = (session: Session): string =>
  html(
    "3-D Secure",
    `<p>Your bank asks whether you pay ${amountOf(session)}.</p><form method="post" action="/pay/${session.id}">
<button name="choice" value="agree">Complete</button><button name="choice" value="refuse">Fail</button></form>`,
  );

const overPage = html("Fake for Stripe", "<p>This page is over. Nothing more can be paid here.</p>");

const backTo = (session: Session): string => (session.success_url ?? "/").replace("{CHECKOUT_SESSION_ID}", session.id);

/** The hosted page at /pay/<session>: cards by their numbers, and the bank's question of 3-D Secure. */
export function answerPage(bank: Bank, asked: Asked): Answer {
  const session = current(bank, asked.path.split("/")[2] ?? "");
  if (!session) return { ...page(overPage), status: 404 };
  if (session.status === "complete") return go(backTo(session));
  if (session.status !== "open") return page(overPage);
  if (asked.method !== "POST") return page(payPage(session));
  const form = new URLSearchParams(asked.body);
  const choice = form.get("choice");
  if (choice === "refuse") return page(payPage(session, "Your bank did not confirm that it is you. Try another card."));
  const card = (form.get("card") ?? "").replaceAll(/\s/g, "");
  if (choice !== "agree" && card === cards.secure) return page(securePage(session));
  if (choice !== "agree" && card !== cards.good) return page(payPage(session, "Your card was declined."));
  pay(bank, session.id);
  return go(backTo(session));
}
