import { type RouterContextProvider, redirect } from "react-router";
import { requireFactor, requirePerson } from "#src/modules/accounts/index.server.ts";
import { printedLine } from "#src/modules/catalogue/index.server.ts";
import { fileFieldData } from "#src/modules/files/index.server.ts";
import { orderTexts, siteSetting } from "#src/modules/operator/index.server.ts";
import type { Calculation, Pricing } from "#src/modules/pricing/index.screens.ts";
import {
  fromQuery,
  proposedDeadline,
  serviceNames,
  startCalculation,
  toRaw,
} from "#src/modules/pricing/index.screens.ts";
import {
  closedFor,
  lawNotes,
  lawSetting,
  loadPricingForBrowser,
  type Offer,
  shopSetting,
} from "#src/modules/pricing/index.server.ts";
import { deadlinesOf, isService, type Service } from "#src/modules/pricing/index.ts";
import { secretToken } from "#src/platform/ids.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { pageUrl } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { countries, countryOf } from "#src/shared/countries.ts";
import { readCount } from "#src/shared/typed-values.ts";
import { askedFields, askedNames, isAsked } from "../../domain/brief-fields.ts";
import { canBuy } from "../../domain/policy.ts";
import type { WritingChoices } from "./brief-parts.tsx";
import { NEW_ORDER } from "./form-files.ts";
import { type HeldQuote, heldOf, type SeenTotal } from "./held-quote.ts";
import { type Values, versionsIn } from "./posted.server.ts";
import {
  begunForm,
  codeIn,
  type Earlier,
  type Prefill,
  pageOfPlaced,
  publicServiceOf,
  readPrefill,
  withCode,
} from "./prefill.server.ts";

type Context = Readonly<RouterContextProvider>;

/** Why this cannot be ordered now, wherever the person lives, null when it can; and what it is where a law limits it. */
export async function offeredAs({ runtime: { settings } }: Ctx, service: Offer) {
  const [shop, law] = await Promise.all([settings.get(shopSetting), settings.get(lawSetting)]);
  return { closed: closedFor(shop, service), laws: lawNotes(service, { shop, law }) };
}

/** What every order form shows, whatever is ordered. */
export async function formBase(context: Context, request: Request) {
  const ctx = context.get(requestContext);
  const { viewer, runtime } = ctx;
  if (!canBuy(viewer)) throw redirect("/dashboard");
  if (viewer.kind === "person") requireFactor(viewer, request);
  // What a partner filled in is read by its client alone.
  else if (pageUrl(request).searchParams.has("prepared")) requirePerson(ctx, request);
  const { timeZone } = await runtime.settings.get(siteSetting);
  const person = viewer.kind === "person" ? viewer : null;
  const ownZone = person?.timeZone ?? null;
  const url = pageUrl(request);
  const { draft, onServer, earlier } = await begunForm(ctx, {
    path: url.pathname,
    asked: url.searchParams.has("draft"),
  });
  return {
    ctx,
    draft,
    zone: ownZone ?? timeZone,
    ownZone,
    shared: {
      onServer,
      earlier,
      person: person?.id ?? null,
      idempotencyKey: secretToken(),
      now: runtime.clock().toISOString(),
      countries: countries(),
      guessedCountry: countryOf(request.headers.get("accept-language")),
      texts: await orderTexts(runtime),
      files: await fileFieldData(ctx, { purpose: "order", about: NEW_ORDER }),
    },
  };
}

export type OrderData = Awaited<ReturnType<typeof orderData>>;

/** All that the form of a priced service needs: prices, what it starts with, and the names of what is ordered. */
export async function orderData(context: Context, request: Request, services: readonly Service[], fallback: Service) {
  const { ctx, draft, zone, ownZone, shared } = await formBase(context, request);
  const query = pageUrl(request).searchParams;
  const found = await readPrefill(ctx, query, { zone, draft });
  const used = found.quote?.usedByOrder;
  // A used quote leads to its order. A client who has just placed it gets a form for another one, with a note.
  if (used && shared.earlier?.placed?.id !== used) throw redirect(await pageOfPlaced(ctx, used));
  const prefill = used ? { ...found, quote: null } : found;
  const { values } = prefill;
  const { table, minimumLeadHours, now, failure } = await loadPricingForBrowser(ctx);
  const chosen = await publicServiceOf(ctx, values.serviceType);
  const asked = isService(values.service) ? values.service : (chosen?.preset.service ?? fallback);
  const service = services.includes(asked) ? asked : fallback;
  const item = chosen?.preset.service === service ? chosen : undefined;
  const name = item && (await printedLine(ctx.runtime, item.name));
  const preset = item?.preset ?? { service };
  const first = startCalculation(table, { ...preset, hours: 168 }, zone);
  const start = withDate(
    fromQuery(new URLSearchParams({ ...values, service }), first),
    Boolean(deadlinesOf(table, service)),
    now,
  );
  const pricing: Pricing = {
    table,
    minimumLeadHours,
    failure,
    now: now.toISOString(),
    zone,
    zoneKnown: ownZone !== null || Boolean(values.deadlineZone),
  };
  return {
    ...shared,
    ...sameKey(prefill),
    /** Changes with the address, so that another service or quote starts a new form. */
    page: `${service} ${query}`,
    pricing,
    start,
    services,
    ...codeOf(request, shared.earlier),
    item: item && name ? { slug: item.slug, name } : null,
    title: name ?? serviceNames[service],
    checked: "pages" in values || "deadlineZone" in values,
    values: briefOf(values),
    writing: writingOf(service),
    ...(await offeredAs(ctx, service)),
    lost: prefill.lost,
    kept: prefill.kept,
    again: prefill.again,
    partner: prefill.partner,
    held: held(prefill, start, now),
    seen: seenTotal(values.seenCents, toRaw(start, now)),
  };
}

/** A promotion code of the address is kept in links and named below the button, as is an order placed just now. */
const codeOf = (request: Request, earlier: Earlier | null) => {
  const code = codeIn(request);
  const codeNote = code && ` Your code ${code} is filled in there.`;
  const placed = earlier?.placed;
  const placedNote = placed ? ` You placed “${placed.title}” ${placed.ago}: this makes another order.` : "";
  return { along: withCode("&", code), payNote: codeNote + placedNote };
};

const held = ({ quote }: Prefill, start: Calculation, now: Date): HeldQuote | null =>
  quote && heldOf(quote.answer, toRaw(start, now), quote.deadline);

/** The total that a calculator showed for this work, where no quote keeps it. */
const seenTotal = (text: string | undefined, raw: Values): SeenTotal | null => {
  const cents = readCount(text ?? "");
  return cents.ok ? { totalCents: cents.value, raw } : null;
};

/** Where the deadline has no price there is no deadline step to choose: the date stands in its fields from the start. */
const withDate = (start: Calculation, steps: boolean, now: Date): Calculation => {
  const { when } = start;
  if (steps || when.date) return start;
  const { date, time } = proposedDeadline(now, Number(when.hours), when.zone);
  return { ...start, when: { ...when, date, time } };
};

/** A kept form continues under the key that it began with, so that it places one order however often it is opened. */
export const sameKey = ({ kept, goesOn, values }: Prefill): { idempotencyKey?: string } =>
  (kept || goesOn) && values.idempotencyKey ? { idempotencyKey: values.idempotencyKey } : {};

/** The questions about the text that an order of this service asks. */
export const writingOf = (service: string): WritingChoices =>
  askedNames
    .filter((name) => askedFields[name].services !== null && isAsked(name, service))
    .map((name) => [name, Object.entries(askedFields[name].choices)] as const);

/** What a person typed beside the work itself. */
const briefOf = ({ title = "", instructions = "", country = "", consent = "", ...more }: Values): Values => ({
  title,
  instructions,
  country,
  consent,
  ...versionsIn(more),
  ...Object.fromEntries(askedNames.map((name) => [name, more[name] ?? ""])),
  ...(more.checklist !== undefined && { checklist: more.checklist, checklistGuess: more.checklistGuess ?? "" }),
});
