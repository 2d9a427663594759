import { Link, redirect } from "react-router";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { adminCountMost, adminToday, canSeeAllOrders } from "#src/modules/orders/index.server.ts";
import { moneyToReview, receivedByDay } from "#src/modules/payments/index.server.ts";
import { confirmClock, heldJump } from "#src/platform/clock-watch.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { notFound } from "#src/shared/outcome.ts";
import { may } from "#src/shared/viewer.ts";
import { formatDay, localOf, zoneLabel } from "#src/shared/zone.ts";
import { LinkButton } from "#src/ui/button.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { lastDays, sinceDays } from "../domain/day-bars.ts";
import { adminNotices, chatNotices, peopleNotices } from "../index.server.ts";
import type { Route } from "./+types/overview.ts";
import { adminClock } from "./admin-clock.server.ts";
import { ClockHeld } from "./clock-held.tsx";
import { MoneyChart, MoneyFigures } from "./money-chart.tsx";
import { MoneyWaits } from "./money-waits.tsx";
import { Needs } from "./needs.tsx";
import { Queues } from "./queues.tsx";

const shownDays = 30;

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request);
  const clock = await adminClock(ctx, person);
  const { now, zone } = clock;
  const seesMoney = may(person, "money");
  const [today, days, money, people, chats, jump] = await Promise.all([
    canSeeAllOrders(person, "admin") ? adminToday(ctx, {}) : null,
    seesMoney ? receivedByDay(ctx, { since: sinceDays(now, shownDays), zone }) : null,
    seesMoney ? moneyToReview(ctx, {}) : null,
    peopleNotices(ctx, zone),
    chatNotices(ctx),
    heldJump(ctx.runtime.db),
  ]);
  return {
    ...clock,
    jump,
    mayConfirm: may(person, "settings"),
    most: adminCountMost,
    today: today && orPage(today, request),
    days: days && lastDays(orPage(days, request), now, zone, shownDays),
    money: money && orPage(money, request),
    notices: [...chats, ...people, ...adminNotices(ctx.runtime)],
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "settings");
  const { step } = await textsOf(request);
  const taken = step === "confirm-clock" ? await confirmClock(ctx, {}) : notFound();
  return taken.ok ? redirect("/admin", 303) : refusedForm(taken);
}

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `Overview · ${loaderData?.shop ?? ""}` }];

export default function Overview({ loaderData, actionData }: Route.ComponentProps) {
  const { now, zone, today, days, money, notices, most, jump, mayConfirm } = loaderData;
  return (
    <>
      <div className="work-head">
        <div>
          <h1 className="d3">Overview</h1>
          <p className="soft num">{`${formatDay(now, zone)}, ${localOf(now, zone).time}, ${zoneLabel(zone, now)}`}</p>
        </div>
        {today && (
          <div className="acts">
            <LinkButton variant="outline" small to="/admin/orders?group=all">
              All orders
            </LinkButton>
          </div>
        )}
      </div>
      {jump && <ClockHeld jump={jump} now={now} zone={zone} mayConfirm={mayConfirm} refused={actionData} />}
      {notices.map(({ key, tone, title, text, link }) => (
        <Notice key={key} tone={tone} title={title} className="mb-4">
          <p>
            {text} {link && <Link to={link.to}>{link.label}</Link>}
          </p>
        </Notice>
      ))}
      {days && <MoneyFigures days={days} open={today?.open ?? null} most={most} dueSoon={today?.counts["due-soon"]} />}
      <div className="admin-grid">
        {days && <MoneyChart days={days} />}
        {today && <Queues counts={today.counts} most={most} />}
        {money && <MoneyWaits money={money} zone={zone} />}
        {today && <Needs needs={today.needs} now={now} zone={zone} />}
      </div>
    </>
  );
}
