import { redirect } from "react-router";
import { readingZone, siteSetting } from "#src/modules/operator/index.server.ts";
import { redirectWithFlash } from "#src/platform/flash.ts";
import { answerStep, type PostedSteps } from "#src/platform/posted-steps.ts";
import { refusedForm, textsIn } from "#src/platform/refused-form.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Outcome, Refusal } from "#src/shared/outcome.ts";
import { isFresh, type Person } from "#src/shared/viewer.ts";
import { formatDate, formatMoment, localOf, zoneLabel } from "#src/shared/zone.ts";
import {
  changePassword,
  endOtherSessions,
  endSession,
  factorRemovalDue,
  keyAddress,
  leastFor,
  myFactors,
  myImpersonations,
  myPasskeys,
  mySessions,
  mySignIns,
  offeredProviders,
  requireFresh,
  unlinkProvider,
} from "../../index.server.ts";
import { type Provider, providers } from "../../index.ts";
import { nextOf, withCookies } from "../../screens/answers.server.ts";
import { withNext } from "../../screens/auth-page.tsx";
import { addressLabel, methodLabels } from "./method-labels.ts";

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

export type ProviderLine = {
  provider: Provider;
  /** Set up on this site: it can be connected. */
  offered: boolean;
  /** The address that the provider reports, and since when; null when not connected. */
  linked: { email: string | null; since: string } | null;
  /** Without it nobody could sign in any more. */
  last: boolean;
};

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

type Sent = { ctx: Ctx; form: FormData };

const sayEnded = (ended: Outcome<{ ended: number }>) =>
  ended.ok ? redirectWithFlash(`${page}#sessions`, `ended-${ended.value.ended}`) : ended;

const steps: PostedSteps<Sent, ReturnType<typeof refusedForm>> = {
  password: ({ ctx, form }) => savePassword(ctx, form),
  "end-session": async ({ ctx, form }) => sayEnded(await endSession(ctx, { id: textsIn(form).id })),
  "end-others": async ({ ctx }) => sayEnded(await endOtherSessions(ctx, {})),
};

/** What a form of the page asks for. Done: the page again, which says so. */
export function submitSignInForm(ctx: Ctx, form: FormData) {
  const { intent = "" } = textsIn(form);
  const provider = intent.replace("unlink-", "");
  const again = (refusal: Refusal) => (refusal.code === "step-up" ? confirmFirst(page) : refusedForm(refusal));
  const others = { run: () => unlinkProvider(ctx, { provider }), flash: `${provider}-gone` };
  return answerStep(steps, intent, { ctx, form }, { page, again, others });
}

/** For buttons without typed words: the way to confirm who it is, and back to `here`. */
const confirmFirst = (here: string): Response => redirect(`/confirm-identity?next=${encodeURIComponent(here)}`);

/** What a form with a new password leads to: the page of sign-in, which says so, or the form again. */
export async function savePassword(ctx: Ctx, form: FormData) {
  const { current, password = "" } = textsIn(form);
  const changed = await changePassword(ctx, { current, password });
  if (!changed.ok) return refusedForm(changed);
  return redirectWithFlash("/accountSettings/sign-in", "password", withCookies(changed.value.cookies));
}

/** What an authenticator app needs: the picture, and the key as text in groups of four. */
export type NewApp = { token: string; picture: string; key: string };

/** The picture is made here, of the secret and the shop's name; it goes nowhere else. */
export async function newApp(ctx: Ctx, person: Person, { token, secret }: { token: string; secret: string }) {
  const { name } = await ctx.runtime.settings.get(siteSetting);
  const { renderSVG } = await import("uqr");
  const svg = renderSVG(await keyAddress(secret, name, person.email), { border: 4, pixelSize: 6 });
  const made: NewApp = {
    token,
    picture: `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`,
    key: (secret.match(/.{1,4}/g) ?? []).join(" "),
  };
  return made;
}

/**
 * For the two pages of factors: a fresh person with what is set up. Who waits for a role and has a factor shows it
 * first: this session has not seen one.
 */
export async function factorPage(ctx: Ctx, request: Request) {
  const person = requireFresh(ctx, request);
  const factors = orPage(await myFactors(ctx, {}), request);
  const next = nextOf(request);
  if (person.waitingRole && factors.any && !factors.shown)
    throw redirect(withNext("/confirm-identity", next || "/dashboard"));
  const waiting = person.waitingRole !== null && !factors.any;
  const removalDue = await factorRemovalDue(ctx.runtime.db, person.id);
  return { zone: await readingZone(ctx), next, factors, waiting, removalDue };
}
