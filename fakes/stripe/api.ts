import { type Answer, type Asked, json } from "../payments/server.ts";
import { type Bank, current, expire, refund, seconds } from "./actions.ts";
import { type Dispute, type Intent, newName, type Session } from "./books.ts";

type Tree = { [name: string]: Tree | string };

const partsOf = (name: string): string[] => [...name.matchAll(/[^[\]]+/g)].map(([part]) => part);

/** Stripe's form bodies, `a[b][0][c]=d`, as a tree; lists are trees with numbers as names. */
export function parseForm(text: string): Tree {
  const root: Tree = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const parts = partsOf(name);
    const last = parts.pop() ?? "";
    let at = root;
    for (const part of parts) {
      const next = at[part];
      at = typeof next === "object" ? next : (Object.assign(at, { [part]: Object.create(null) as Tree })[part] as Tree);
    }
    at[last] = value;
  }
  return root;
}

const branch = (tree: Tree | undefined, ...path: string[]): Tree => {
  let at: Tree = tree ?? {};
  for (const part of path) {
    const next = at[part];
    at = typeof next === "object" ? next : {};
  }
  return at;
};

const leaf = (tree: Tree, name: string): string | undefined => {
  const value = tree[name];
  return typeof value === "string" ? value : undefined;
};

/** Names and values that are texts. */
const texts = (tree: Tree): Record<string, string> =>
  Object.fromEntries(
    Object.entries(tree).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );

/** The tree with lists as lists, as the SDK's types describe it. */
export const asLists = (tree: Tree | string): unknown => {
  if (typeof tree === "string") return tree;
  const names = Object.keys(tree);
  const values = names.map((name) => asLists(tree[name] ?? ""));
  const isList = names.length > 0 && names.every((name, at) => name === String(at));
  return isList ? values : Object.fromEntries(names.map((name, at) => [name, values[at]]));
};

const wrong = (message: string, code = "parameter_invalid", status = 400): Answer =>
  json(status, { error: { type: "invalid_request_error", code, message } });
const missing = (what: string): Answer => wrong(`No such ${what}`, "resource_missing", 404);

const list = (url: string, data: readonly unknown[]): Answer =>
  json(200, { object: "list", url, has_more: false, data });

function createSession(bank: Bank, origin: string, form: Tree): Answer {
  const price = branch(form, "line_items", "0", "price_data");
  const amount = Number(leaf(price, "unit_amount")) * Number(leaf(branch(form, "line_items", "0"), "quantity"));
  const expires = Number(leaf(form, "expires_at"));
  const [now, id] = [seconds(bank), newName("cs_test")];
  if (leaf(form, "mode") !== "payment" || leaf(form, "ui_mode") !== "hosted_page") return wrong("mode or ui_mode");
  if (!Number.isSafeInteger(amount) || amount < 50)
    return wrong("Amount must be at least 50 cents.", "amount_too_small");
  if (!(expires >= now + 1_800 && expires <= now + 86_400)) return wrong("expires_at: 30 minutes to 24 hours from now");
  const session: Session = {
    id,
    object: "checkout.session",
    amount_total: amount,
    cancel_url: leaf(form, "cancel_url") ?? null,
    client_reference_id: leaf(form, "client_reference_id") ?? null,
    created: now,
    currency: leaf(price, "currency") ?? null,
    expires_at: expires,
    livemode: false,
    metadata: texts(branch(form, "metadata")),
    mode: "payment",
    payment_intent: null,
    payment_status: "unpaid",
    status: "open",
    success_url: leaf(form, "success_url") ?? null,
    ui_mode: "hosted_page",
    url: `${origin}/pay/${id}`,
    intentMetadata: texts(branch(form, "payment_intent_data", "metadata")),
  };
  bank.books.sessions.set(id, session);
  return json(200, shown(bank, session, false));
}

const shown = ({ books }: Bank, { intentMetadata: _, ...session }: Session, expand: boolean): object => ({
  ...session,
  payment_intent: expand && session.payment_intent ? books.intents.get(session.payment_intent) : session.payment_intent,
});

function createRefund(bank: Bank, form: Tree): Answer {
  const intent = bank.books.intents.get(leaf(form, "payment_intent") ?? "");
  if (!intent) return missing("payment_intent");
  const made = refund(bank, intent, Number(leaf(form, "amount")), texts(branch(form, "metadata")));
  return made ? json(200, made) : wrong("Refund amount is greater than what is left.", "charge_already_refunded");
}

type Route = readonly [string, RegExp, (bank: Bank, asked: Asked, id: string, origin: string) => Answer];

const routes: readonly Route[] = [
  ["POST", /^\/v1\/checkout\/sessions$/, (bank, { body }, _, origin) => createSession(bank, origin, parseForm(body))],
  [
    "GET",
    /^\/v1\/checkout\/sessions\/(\w+)$/,
    (bank, _, id) => {
      const session = current(bank, id);
      return session ? json(200, shown(bank, session, true)) : missing("checkout.session");
    },
  ],
  [
    "POST",
    /^\/v1\/checkout\/sessions\/(\w+)\/expire$/,
    (bank, _, id) => {
      const session = current(bank, id);
      if (!session) return missing("checkout.session");
      if (session.status !== "open") return wrong("Only Checkout Sessions with a status of open can be expired.");
      expire(bank, session);
      return json(200, shown(bank, session, false));
    },
  ],
  ["POST", /^\/v1\/refunds$/, (bank, { body }) => createRefund(bank, parseForm(body))],
  [
    "GET",
    /^\/v1\/refunds$/,
    ({ books }, { query }) => {
      const intent = query.get("payment_intent") ?? "";
      if (!books.intents.has(intent)) return missing("payment_intent");
      const mine = [...books.refunds.values()].filter((one) => one.payment_intent === intent);
      return list("/v1/refunds", mine.toReversed());
    },
  ],
  ["GET", /^\/v1\/disputes\/(\w+)$/, ({ books }, _, id) => found<Dispute>(books.disputes, id, "dispute")],
  ["GET", /^\/v1\/payment_intents\/(\w+)$/, ({ books }, _, id) => found<Intent>(books.intents, id, "payment_intent")],
  [
    "GET",
    /^\/v1\/events$/,
    ({ books }, { query }) => {
      const since = Number(query.get("created[gte]") ?? 0);
      return list(
        "/v1/events",
        books.events.filter(({ created }) => created >= since),
      );
    },
  ],
];

const found = <T>(all: ReadonlyMap<string, T>, id: string, what: string): Answer => {
  const one = all.get(id);
  return one ? json(200, one) : missing(what);
};

function route(bank: Bank, asked: Asked, origin: string): Answer {
  for (const [method, pattern, answer] of routes) {
    const match = method === asked.method ? pattern.exec(asked.path) : null;
    if (match) return answer(bank, asked, match[1] ?? "", origin);
  }
  return wrong(`Unrecognized request URL (${asked.method}: ${asked.path}).`, "url_invalid", 404);
}

/** Answers a call: the key first, then Stripe's rule for repeated ones: the same answer, or a refusal for another body. */
export function answerCall(bank: Bank, asked: Asked, { origin, key }: { origin: string; key: string }): Answer {
  if (asked.headers.get("authorization") !== `Bearer ${key}`)
    return json(401, { error: { type: "invalid_request_error", message: "Invalid API Key provided." } });
  const once = asked.method === "POST" ? asked.headers.get("idempotency-key") : null;
  if (!once) return route(bank, asked, origin);
  const request = `${asked.path}\n${asked.body}`;
  const before = bank.books.keys.get(once);
  if (before && before.request !== request)
    return json(400, {
      error: {
        type: "idempotency_error",
        message: "Keys for idempotent requests can only be used with the same parameters.",
      },
    });
  if (before) return { ...json(before.status, {}, { "idempotent-replayed": "true" }), body: before.body };
  const answer = route(bank, asked, origin);
  bank.books.keys.set(once, { request, status: answer.status, body: answer.body });
  return answer;
}
