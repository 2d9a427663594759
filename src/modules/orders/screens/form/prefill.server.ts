import { redirect } from "react-router";
import { type ServiceNow, serviceNamed } from "#src/modules/catalogue/index.server.ts";
import { getQuote } from "#src/modules/pricing/index.server.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { counted } from "#src/shared/counted.ts";
import { dayMs, hourMs, minuteMs } from "#src/shared/units.ts";
import { localOf } from "#src/shared/zone.ts";
import { briefNames } from "../../domain/brief-fields.ts";
import {
  justPlaced,
  type OrderDraft,
  openForm,
  openPrepared,
  orderDraft,
  orderForClient,
  ownRequest,
} from "../../index.server.ts";
import type { Values } from "./posted.server.ts";

const mostLetters = 40;

/** The promotion code of an order form's address; "" without one. */
export const codeIn = ({ url }: Pick<Request, "url">): string =>
  (new URL(url).searchParams.get("code") ?? "").trim().slice(0, mostLetters);

/** The code as the rest of an address, so that it is there at the payment. */
export const withCode = (before: "?" | "&", code: string): string =>
  code === "" ? "" : `${before}code=${encodeURIComponent(code)}`;

/** What a page with a quote starts from. */
type FoundQuote = Extract<Awaited<ReturnType<typeof getQuote>>, { ok: true }>["value"] & { deadline: string };

export type Prefill = {
  values: Values;
  quote: FoundQuote | null;
  /** The form, or the quote, of the address is not there for this person. */
  lost: "form" | "quote" | "order" | null;
  /** The form was kept through a sign-in. */
  kept: boolean;
  /** The form continues with what the account keeps of it. */
  goesOn: boolean;
  /** The number of the own order whose work is ordered once more. */
  again: string | null;
  /** The partner whose program filled in the form. */
  partner: string | null;
};

/**
 * The answers that the address carries: itself, a stored quote, a form that was kept through the sign-in or in the
 * account, or an own order from before.
 */
export async function readPrefill(
  ctx: Ctx,
  query: URLSearchParams,
  { zone, draft }: { zone: string; draft: OrderDraft | null },
): Promise<Prefill> {
  const { form: secret, quote: id, draft: asked, again, request, prepared, ...fields } = Object.fromEntries(query);
  const nothing = { quote: null, lost: null, kept: false, goesOn: false, again: null, partner: null };
  const plain: Prefill = { values: fields, ...nothing };
  if (asked !== undefined) {
    if (!draft) return { ...plain, lost: "form" };
    return { ...plain, values: { ...draft.fields, idempotencyKey: draft.formKey }, goesOn: true };
  }
  if (secret) {
    const form = await openForm(ctx, { secret: secret.slice(0, 100) });
    return form.ok ? { ...plain, values: form.value.fields, kept: true } : { ...plain, lost: "form" };
  }
  if (prepared) return preparedByPartner(ctx, prepared.slice(0, 200), { plain, zone });
  if (request) return requestedBefore(ctx, request.slice(0, 100), plain);
  if (again) return orderedBefore(ctx, again.slice(0, 100), plain);
  if (!id) return plain;
  const found = await getQuote(ctx, { id });
  if (!found.ok) return { ...plain, lost: "quote" };
  const { inputs } = found.value;
  const { deadline = "", ...work } = Object.fromEntries(Object.entries(inputs).map(([key, one]) => [key, String(one)]));
  return {
    ...plain,
    values: { ...fields, ...work, ...typed(deadline, work.deadlineZone ?? zone) },
    quote: { ...found.value, deadline },
  };
}

const workNames = ["service", "serviceType", ...briefNames.answered(), "title", "instructions", "country"];

/** A form that a person read, or did not read in time: the key of an accepted one, so that nobody reads it twice. */
async function requestedBefore(ctx: Ctx, requestId: string, plain: Prefill): Promise<Prefill> {
  const found = await ownRequest(ctx, { requestId });
  if (!found.ok || found.value.state === "placed") return { ...plain, lost: "order" };
  const { state, key, values } = found.value;
  if (state !== "accepted") return { ...plain, values };
  const { deadlineDate: _, deadlineTime: __, hours: ___, ...rest } = values;
  return { ...plain, values: { ...rest, idempotencyKey: key }, goesOn: true };
}

/**
 * What a partner's program filled in, for its client. A guest signs in first, so that nobody else reads it; one that was
 * sent leads to what it has become.
 */
async function preparedByPartner(
  ctx: Ctx,
  link: string,
  { plain, zone }: { plain: Prefill; zone: string },
): Promise<Prefill> {
  const found = await openPrepared(ctx, { link });
  if (!found.ok) return { ...plain, lost: "form" };
  const { fields, formKey, partner, orderId } = found.value;
  if (orderId) throw redirect(await pageOfPlaced(ctx, orderId));
  const { deadline = "", ...work } = fields;
  const values = { ...work, ...typed(deadline, work.deadlineZone ?? zone), idempotencyKey: formKey };
  return { ...plain, values, goesOn: true, partner };
}

/** The payment of an order, or the request that a person reads first. */
export async function pageOfPlaced(ctx: Ctx, id: string): Promise<string> {
  const request = await ownRequest(ctx, { requestId: id });
  return request.ok && request.value.state !== "placed" ? `/dashboard/requests/${id}` : `/checkout/${id}`;
}

/** The work of an own order from before: never its deadline, its files or its consents. */
async function orderedBefore(ctx: Ctx, orderId: string, plain: Prefill): Promise<Prefill> {
  const found = await orderForClient(ctx, { orderId });
  if (!found.ok) return { ...plain, lost: "order" };
  const order: Readonly<Record<string, unknown>> = found.value;
  const values = Object.fromEntries(
    workNames.flatMap((name) =>
      order[name] === null || order[name] === undefined ? [] : [[name, String(order[name])]],
    ),
  );
  const { checklist, number } = found.value;
  const points: Values = checklist.length > 0 ? { checklist: checklist.join("\n") } : {};
  return { ...plain, values: { ...values, ...points }, again: number };
}

const typed = (deadline: string, zone: string): Values => {
  if (!deadline) return {};
  const { date, time } = localOf(new Date(deadline), zone);
  return { deadlineDate: date, deadlineTime: time, deadlineZone: zone };
};

/** The public service that the person looked at; none when it is not offered now. */
export const publicServiceOf = async ({ runtime }: Ctx, slug: string | undefined): Promise<ServiceNow | undefined> =>
  slug ? serviceNamed(runtime.settings.get, slug) : undefined;

/** What the account keeps of a form: its revision, and whether it waits for the person to say what becomes of it. */
export type DraftOnServer = { revision: number; waits: boolean };

/** A form that was begun elsewhere: where it continues, and when it was written last, in words. */
export type Begun = { path: string; ago: string; what: string };

/** An order that was placed a moment ago: the form shows it to its client. */
export type Placed = { id: string; title: string; ago: string; to: string; waits: boolean };

/** What the person did with the form before; null when there is nothing to say of it. */
export type Earlier = { begun: Begun | null; placed: Placed | null };

/** "10 minutes ago". */
const ago = (ms: number): string => {
  if (ms < minuteMs) return "just now";
  if (ms < hourMs) return `${counted(Math.floor(ms / minuteMs), "minute")} ago`;
  if (ms < 2 * dayMs) return `${counted(Math.floor(ms / hourMs), "hour")} ago`;
  return `${counted(Math.floor(ms / dayMs), "day")} ago`;
};

const whatAt: Readonly<Record<string, string>> = {
  "/custom": "a custom order",
  "/quizzesorder": "an order of a practice quiz or test",
};

async function placedNow(ctx: Ctx): Promise<Placed | null> {
  const found = await justPlaced(ctx, {});
  if (!found.ok || !found.value) return null;
  const { id, title, status, placedAt } = found.value;
  const waits = status === "pending";
  const to = waits ? `/checkout/${id}` : `/dashboard/orders/${id}`;
  return { id, title, waits, to, ago: ago(ctx.runtime.clock().getTime() - placedAt.getTime()) };
}

/** The account's form as this page uses it. `asked`: the address asks to continue with it. */
export async function begunForm(ctx: Ctx, { path, asked }: { path: string; asked: boolean }) {
  const [found, placed] = await Promise.all([orderDraft(ctx, {}), placedNow(ctx)]);
  const draft: OrderDraft | null = found.ok ? found.value : null;
  if (!draft) return { draft, onServer: null, earlier: placed && { begun: null, placed } };
  const waits = !draft.own && !asked;
  const onServer: DraftOnServer = { revision: draft.revision, waits };
  const since = ctx.runtime.clock().getTime() - draft.savedAt.getTime();
  const what = draft.path === path ? "this order" : (whatAt[draft.path] ?? "an order");
  const begun: Begun | null = waits ? { path: draft.path, ago: ago(since), what } : null;
  return { draft, onServer, earlier: (begun || placed) && { begun, placed } };
}
