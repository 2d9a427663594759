import { useEffect } from "react";
import { Link, redirect } from "react-router";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { isOwner } from "#src/modules/accounts/index.ts";
import { inboxCounts, ratingFigures, serviceSetting } from "#src/modules/chat/index.server.ts";
import { canAnswerChats } from "#src/modules/chat/index.ts";
import { mailTrouble } from "#src/modules/notifications/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import {
  adminAtRisk,
  adminCountMost,
  adminToday,
  canSeeAllOrders,
  groupCountMost,
} from "#src/modules/orders/index.server.ts";
import { arrivedOfOrders, moneyToReview, receivedByDay } from "#src/modules/payments/index.server.ts";
import { canManageMoney } from "#src/modules/payments/index.ts";
import { shopSetting } from "#src/modules/pricing/index.server.ts";
import { confirmClock, heldJump } from "#src/platform/clock-watch.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { counted } from "#src/shared/counted.ts";
import { notFound, type Outcome, type Refusal } from "#src/shared/outcome.ts";
import { dayMs, minuteMs } from "#src/shared/units.ts";
import type { Person } from "#src/shared/viewer.ts";
import { formatDay, localOf, zoneLabel } from "#src/shared/zone.ts";
import { debounced, followingOf } from "#src/ui/live/follow.ts";
import { useReadAgain } from "#src/ui/live/read-again.ts";
import { Notice } from "#src/ui/notice.tsx";
import { type Watch, watches } from "../../domain/admin-labels.ts";
import { canChangeSettings } from "../../domain/policy.ts";
import { lastDays, lastWeeks, readWeekAsk, servicesIn, sinceDays, weekLines } from "../../domain/week-figures.ts";
import { adminNotices, chatNotices, heldNotice, peopleNotices, upkeepNotices } from "../../index.server.ts";
import type { AdminNotice } from "../../notices.ts";
import { weekFacts } from "../../queries/week-facts.ts";
import { switchShop } from "../../setup/commands.ts";
import { readSetup } from "../../setup/facts.ts";
import { MoneyChart, MoneyFigures } from "../payments/money-chart.tsx";
import { Jobs } from "../system/jobs.tsx";
import type { Route } from "./+types/overview.ts";
import { SupportFigures, type WeekCharts, WeekChartsPart } from "./overview-figures.tsx";
import { SetupCard, SetupLine, UnpaidCard } from "./setup-cards.tsx";
import { AtRiskPanel, ClockHeld, MoneyWaits, otherQueues } from "./waiting.tsx";

const gatherMs = 700;
const ageMs = minuteMs;

/** Reads the page's data again after a notice to this admin or a change of a chat, and each minute for the ages. */
function useLiveOverview(me: string, chats: boolean): void {
  const readAgain = useReadAgain();
  useEffect(() => {
    const reading = debounced(() => {
      if (document.visibilityState === "visible") void readAgain();
    });
    const scheduleRead = () => reading.schedule(gatherMs);
    const topics = [`notices:${me}`, ...(chats ? ["inbox:support"] : [])];
    const stop = followingOf(me).follow(topics, { at: scheduleRead });
    const clock = setInterval(scheduleRead, ageMs);
    return () => {
      stop();
      reading.stop();
      clearInterval(clock);
    };
  }, [me, chats, readAgain]);
}

const shownDays = 30;

const seesChats = (person: Person): boolean => canAnswerChats(person);

/** How Support does, for who answers chats. */
async function supportOf(ctx: Ctx, now: Date) {
  const [counts, ratings, { firstReplyMinutes }] = await Promise.all([
    inboxCounts(ctx, {}),
    ratingFigures(ctx, { since: new Date(now.getTime() - shownDays * dayMs) }),
    ctx.runtime.settings.get(serviceSetting),
  ]);
  if (!counts.ok || !ratings.ok) return null;
  return { counts: counts.value, ratings: ratings.value, days: shownDays, targetMinutes: firstReplyMinutes };
}

/** What is left of the guide, for the owner of a real shop; null once nothing is. */
async function setupFor(ctx: Ctx, person: Person) {
  if (ctx.runtime.mode === "demo" || !isOwner(person)) return null;
  const setup = await readSetup(ctx, {});
  if (!setup.ok) return null;
  const { groups, progress, shop, facts } = setup.value;
  const { url } = facts.address;
  return progress.toDo.length > 0 || !shop.open ? { groups, progress, open: shop.open, url } : null;
}

/** The figures of the charts by week, as far as this admin may see them. */
async function chartsFor(ctx: Ctx, person: Person, url: URL, { now, zone }: { now: Date; zone: string }) {
  const { span, service: asked } = readWeekAsk(url.searchParams);
  const weeks = lastWeeks(now, zone, span);
  const { facts, at } = await weekFacts(ctx, person, weeks, zone);
  const services = servicesIn(facts, weeks);
  const service = services.includes(asked) ? asked : "";
  const sees = { money: facts.money !== null, orders: facts.deliveries !== null, chat: facts.replies !== null };
  return { lines: weekLines(facts, weeks, service), services, span, service, sees, at } satisfies WeekCharts;
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request);
  const clock = await readerClock(ctx, person);
  const { now, zone } = clock;
  const seesMoney = canManageMoney(person);
  const sees = canSeeAllOrders(person, "admin");
  const queue = new URL(request.url).searchParams.get("queue") ?? "";
  const watch: Watch | "" = watches.find((one) => one === queue) ?? "";
  const [today, risk, days, money, people, chats, jump, support, mails, held, upkeep, setup] = await Promise.all([
    sees ? adminToday(ctx, { watch: watch || undefined }) : null,
    sees ? adminAtRisk(ctx, {}) : null,
    seesMoney ? receivedByDay(ctx, { since: sinceDays(now, shownDays), zone }) : null,
    seesMoney ? moneyToReview(ctx, {}) : null,
    peopleNotices(ctx, zone),
    chatNotices(ctx),
    heldJump(ctx.runtime.db),
    supportOf(ctx, now),
    mailTrouble(ctx, {}),
    heldNotice(ctx),
    upkeepNotices(ctx),
    setupFor(ctx, person),
  ]);
  const toReview = money && orPage(money, request);
  const needs = today?.ok ? today.value.needs.map(({ id }) => id) : [];
  const { open: isOpen } = await ctx.runtime.settings.get(shopSetting);
  const arrange = isOpen && today?.ok ? today.value.arrange : null;
  return {
    ...clock,
    jump,
    setup,
    unpaid: arrange && { arrange, owner: isOwner(person) },
    mayConfirm: canChangeSettings(person),
    most: adminCountMost,
    openMost: groupCountMost,
    me: person.id,
    chats: seesChats(person),
    chosen: watch,
    charts: await chartsFor(ctx, person, new URL(request.url), clock),
    support,
    others: otherQueues(now, {
      chats: support?.counts ?? null,
      mails: mails.ok ? mails.value : null,
      money: toReview,
    }),
    risk: risk && orPage(risk, request),
    today: today && orPage(today, request),
    arrived: await arrivedOfOrders(ctx.runtime.db, needs),
    days: days && lastDays(orPage(days, request), now, zone, shownDays),
    money: toReview,
    notices: [
      ...[...held, ...upkeep, ...chats, ...people],
      ...(await adminNotices(ctx.runtime)).filter(({ key }) => key !== "payments" || (!arrange && !setup)),
    ],
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "settings");
  const { step } = await textsOf(request);
  const take = (): Promise<Outcome<unknown>> | Refusal => {
    if (step === "confirm-clock") return confirmClock(ctx, {});
    return step === "close" ? switchShop(ctx, { open: false }) : notFound();
  };
  const taken = await take();
  return taken.ok ? redirect("/admin", 303) : refusedForm(taken);
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Overview", matches);

const AdminNoticeBox = ({ notice: { tone, title, text, link } }: { notice: AdminNotice }) => (
  <Notice tone={tone} title={title} className="mb-4">
    <p>
      {text} {link && <Link to={link.to}>{link.label}</Link>}
    </p>
  </Notice>
);

/** One notice, a warning first; the others are folded below it, so that the work stays in sight. */
const Notices = ({ all }: { all: readonly AdminNotice[] }) => {
  const { warn = [], info = [] } = Object.groupBy(all, ({ tone }) => tone);
  const [first, ...rest] = [...warn, ...info];
  return (
    first && (
      <>
        <AdminNoticeBox notice={first} />
        {rest.length > 0 && (
          <details className="mb-4">
            <summary className="small fold-link">{counted(rest.length, "more notice")}</summary>
            {rest.map((notice) => (
              <AdminNoticeBox key={notice.key} notice={notice} />
            ))}
          </details>
        )}
      </>
    )
  );
};

export default function Overview({ loaderData, actionData }: Route.ComponentProps) {
  const { now, zone, today, risk, days, money, notices, most, openMost, jump, mayConfirm, others, chosen } = loaderData;
  const { me, chats, charts, support, arrived, setup, unpaid } = loaderData;
  useLiveOverview(me, chats);
  // Figures of a shop that has sold nothing yet are left out: a row of zeros says nothing.
  const begins = setup !== null && today?.open === 0 && (days ?? []).every(({ receivedCents }) => receivedCents === 0);
  return (
    <>
      <div className="work-head">
        <div>
          <h1 className="d3">Overview</h1>
          <p className="soft num">{`${formatDay(now, zone)}, ${localOf(now, zone).time}, ${zoneLabel(zone, now)}`}</p>
        </div>
      </div>
      {jump && <ClockHeld jump={jump} now={now} zone={zone} mayConfirm={mayConfirm} refused={actionData} />}
      <Notices all={notices} />
      {unpaid ? <UnpaidCard {...unpaid} /> : setup && <SetupCard {...setup} address={begins ? setup.url : null} />}
      {today && (
        <Jobs
          counts={today.counts}
          oldest={today.oldest}
          needs={today.needs}
          {...{ most, others, chosen, now, zone, arrived, begins }}
        />
      )}
      {unpaid && setup && <SetupLine {...setup} />}
      {risk && !begins && <AtRiskPanel risk={risk} time={{ now, zone }} />}
      {money && <MoneyWaits money={money} zone={zone} />}
      {begins && (
        <section>
          <h2 className="t2 mb-2">Figures</h2>
          <p className="soft">They begin with the first paid order.</p>
        </section>
      )}
      {days && !begins && (
        <>
          <h2 className="t2 mb-4">Figures</h2>
          <MoneyFigures
            days={days}
            open={today?.open ?? null}
            openMost={openMost}
            most={most}
            dueSoon={today?.counts["due-soon"]}
            arrange={unpaid?.arrange ?? null}
          />
          <MoneyChart days={days} />
        </>
      )}
      {!begins && <WeekChartsPart shown={charts} zone={zone} />}
      {support && !begins && <SupportFigures {...support} />}
    </>
  );
}
