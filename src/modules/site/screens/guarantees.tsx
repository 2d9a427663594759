import { type CSSProperties, Fragment } from "react";
import { pageMeta } from "#src/modules/operator/index.screens.ts";
import { pageFacts, shownPage } from "#src/modules/operator/index.server.ts";
import { type LadderBar, ladderBars } from "#src/modules/orders/index.ts";
import { exampleCents } from "#src/modules/pricing/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { formatUsd } from "#src/shared/money.ts";
import type { Route } from "./+types/guarantees.ts";
import { AskedQuestions } from "./asked-questions.tsx";
import { lifeNow, markedOr } from "./common-questions.server.ts";
import { LongText } from "./long-text.tsx";

const height = (percent: number): CSSProperties => ({ "--p": percent }) as CSSProperties;

const axisPart = "mr-4 border-t border-pen-line pt-1.5";

/** The refund when a client cancels: falling while the work continues, and full again after the deadline. */
const LadderPicture = ({ bars }: { bars: readonly LadderBar[] }) => (
  <>
    <ol className="ladder" aria-label="What comes back when you cancel">
      {bars.map(({ code, percent, cents, when, why }) => (
        <Fragment key={code}>
          {code === "missed" && (
            <li className="gap">
              <span className="vh">The deadline has passed</span>
            </li>
          )}
          <li className={code === "missed" ? "overdue" : undefined} style={height(percent)}>
            <i className="bar" />
            <div className="top">
              <b>{`${percent}%`}</b>
              <span className="num text-sm/5 text-ink-2" translate="no">
                {formatUsd(cents)}
              </span>
            </div>
            <div className="self-start pt-2.5 pr-4 max-md:order-3 max-md:pt-2 max-md:pr-0">
              <b className="block text-[1rem]/5.5 font-semibold text-balance">{when}</b>
              <small className="mt-1 block text-sm/5 text-pretty text-ink-2">{why}</small>
            </div>
          </li>
        </Fragment>
      ))}
    </ol>
    <div
      className="mt-3.5 grid grid-cols-[repeat(4,minmax(0,1fr))_2.5rem_minmax(0,1fr)] font-display text-[1.0625rem]/6 text-pen italic max-md:hidden"
      aria-hidden="true"
    >
      <span className={axisPart}>before the start</span>
      <span className={`${axisPart} col-[2/5]`}>the writer works</span>
      <span className="col-[6] border-t border-pen-line pt-1.5">after the deadline</span>
    </div>
  </>
);

type CreditProps = { dayPercent: number; mostPercent: number };

/** What a late order brings back, day by day. */
const CreditPicture = ({ dayPercent, mostPercent }: CreditProps) => {
  const last = Math.min(14, Math.ceil(mostPercent / Math.max(1, dayPercent)));
  const days = Array.from({ length: last }, (_, at) => at + 1);
  const percentAt = (day: number) => Math.min(mostPercent, day * dayPercent);
  return (
    <>
      <div
        className="mt-4 grid h-16 auto-cols-[1fr] grid-flow-col items-end gap-[3px]"
        role="img"
        aria-label={`At least ${dayPercent} percent back for each day that has started, up to ${mostPercent} percent.`}
      >
        {days.map((day) => (
          <i
            key={day}
            className="h-[calc(var(--p)*0.64px)] min-h-[3px] border border-t-2 border-chart-2 border-t-pen bg-slip"
            style={height((percentAt(day) / Math.max(1, mostPercent)) * 100)}
          />
        ))}
      </div>
      <div
        className="flex justify-between border-t border-edge pt-1.5 text-xs text-ink-3 tabular-nums"
        aria-hidden="true"
      >
        {[...new Set([1, Math.ceil(last / 2), last])].map((day) => (
          <span key={day}>{`day ${day}: ${percentAt(day)}%`}</span>
        ))}
      </div>
    </>
  );
};

export const loader = async ({ context }: Route.LoaderArgs) => {
  const { runtime } = context.get(requestContext);
  const { refund } = await lifeNow(context);
  const questions = await markedOr(runtime, "guarantees", []);
  return {
    facts: await pageFacts(context, "/guarantees"),
    ...(await shownPage(runtime, "guarantees")),
    bars: ladderBars(await exampleCents(runtime), refund),
    ...(questions.length > 0 && { questions }),
    credit: { dayPercent: refund.creditDayPercent, mostPercent: refund.creditMaxPercent },
  };
};

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? pageMeta(loaderData.facts, loaderData.title, loaderData.description) : [];

/** What the shop can be held to. */
export default function Guarantees({ loaderData: { page, bars, credit, questions } }: Route.ComponentProps) {
  const parts = { "refund picture": <LadderPicture bars={bars} />, "credit picture": <CreditPicture {...credit} /> };
  return (
    <LongText
      page={page}
      parts={parts}
      {...(questions && {
        last: { id: "asked", title: "Questions", part: <AskedQuestions questions={questions} /> },
      })}
    />
  );
}
