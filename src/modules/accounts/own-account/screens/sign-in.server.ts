import { redirect } from "react-router";
import { readingZone } from "#src/modules/operator/index.server.ts";
import { redirectWithFlash } from "#src/platform/flash.ts";
import { refusedForm, textsIn } from "#src/platform/refused-form.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { isFresh, type Person } from "#src/shared/viewer.ts";
import { formatDate, formatMoment, localOf, zoneLabel } from "#src/shared/zone.ts";
import {
  endOtherSessions,
  endSession,
  leastFor,
  myFactors,
  myImpersonations,
  myPasskeys,
  mySessions,
  mySignIns,
  offeredProviders,
  unlinkProvider,
} from "../../index.server.ts";
import { providers } from "../../index.ts";
import { addressLabel, methodLabels } from "./method-labels.ts";
import { savePassword } from "./password.server.ts";
import type { ProviderLine } from "./provider-row.tsx";

const page = "/accountSettings/sign-in";
const phones = /\b(?:iPhone|iPad|Android)\b/;

/** The labels of the sign-in methods of the viewer's account. */
export async function signInPage(ctx: Ctx, request: Request, person: Person) {
  const zone = await readingZone(ctx);
  const day = (at: Date) => formatDate(at, zone);
  const [methods, own, keys, sessions, views] = await Promise.all([
    mySignIns(ctx, {}),
    myFactors(ctx, {}),
    myPasskeys(ctx, {}),
    mySessions(ctx, {}),
    myImpersonations(ctx, {}),
  ]);
  const { password, providers: linked } = orPage(methods, request);
  const factors = orPage(own, request);
  const passkeys = orPage(keys, request);
  return {
    zone: zoneLabel(zone),
    fresh: isFresh(person, ctx.runtime.clock()),
    person: { name: person.name, email: person.email },
    password: password && { since: day(password.since), least: await leastFor(ctx.runtime.db, person.id) },
    lines: providerLines(ctx, linked, (password ? 1 : 0) + passkeys.length, day),
    factors: { ...factors, appSince: factors.appSince && day(factors.appSince) },
    keys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      known: `Added ${day(createdAt)}, ${lastUsedAt ? `last used ${day(lastUsedAt)}` : "not used yet"}`,
    })),
    views: orPage(views, request).map(({ id, reason, startedAt, endedAt, running }) => ({
      ...{ id, reason, running },
      when: `${formatMoment(startedAt, zone)} to ${localOf(endedAt, zone).time}`,
    })),
    sessions: orPage(sessions, request).map(({ id, here, device, address, method, short, since, seen }) => ({
      id,
      here,
      device,
      phone: phones.test(device),
      used: `${formatMoment(seen, zone)}${address ? `, from ${addressLabel(address)}` : ""}`,
      began: `${methodLabels[method]} on ${day(since)}${short ? ", until this browser closes" : ""}`,
    })),
  };
}
export type SignInPage = Awaited<ReturnType<typeof signInPage>>;

type Linked = readonly { providerId: string; email: string | null; since: Date }[];

/** Google and Apple, where the site offers them or they are connected; `others` are ways in besides them. */
const providerLines = (ctx: Ctx, linked: Linked, others: number, day: (at: Date) => string): ProviderLine[] => {
  const offered = offeredProviders(ctx.runtime.config);
  return providers.flatMap((provider) => {
    const found = linked.find(({ providerId }) => providerId === provider);
    if (!found && !offered.includes(provider)) return [];
    return [
      {
        provider,
        offered: offered.includes(provider),
        linked: found ? { email: found.email, since: day(found.since) } : null,
        last: others === 0 && linked.length === 1,
      },
    ];
  });
};

/** What a form of the page asks for. Done: the page again, which says so. */
export async function submitSignInForm(ctx: Ctx, form: FormData) {
  const { intent = "", id } = textsIn(form);
  if (intent === "password") return savePassword(ctx, form);
  if (intent === "end-session" || intent === "end-others") {
    const ended = intent === "end-others" ? await endOtherSessions(ctx, {}) : await endSession(ctx, { id });
    if (ended.ok) return redirectWithFlash(`${page}#sessions`, `ended-${ended.value.ended}`);
    return ended.code === "step-up" ? confirmFirst(page) : refusedForm(ended);
  }
  const provider = intent.replace("unlink-", "");
  const unlinked = await unlinkProvider(ctx, { provider });
  if (unlinked.ok) return redirectWithFlash(page, `${provider}-gone`);
  return unlinked.code === "step-up" ? confirmFirst(page) : refusedForm(unlinked);
}

/** For buttons without typed words: the way to confirm who it is, and back to `here`. */
const confirmFirst = (here: string): Response => redirect(`/confirm-identity?next=${encodeURIComponent(here)}`);
