import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { csvFile, csvOf } from "#src/platform/documents/csv.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { streamedFile } from "#src/platform/respond.ts";
import { usdString } from "#src/shared/money.ts";
import {
  lastWeeks,
  readWeekAsk,
  servicesIn,
  type WeekFacts,
  type WeekLine,
  weekLines,
} from "../../domain/week-figures.ts";
import { weekFacts } from "../../queries/week-facts.ts";
import type { Route } from "./+types/figures-csv.ts";

const heads = [
  ...["week from Monday", "service", "received", "sent back", "currency", "deliveries", "on time"],
  ...["asked Support", "answered", "middle first reply in seconds"],
];

type Cells = (string | number | null)[];

const moneyCells = ({ receivedCents, sentBackCents }: WeekLine): Cells => [
  usdString(receivedCents),
  usdString(sentBackCents),
  "USD",
];

const lineOf = (facts: WeekFacts, line: WeekLine, service: string): Cells => [
  ...[line.week, service || "all"],
  ...(facts.money ? moneyCells(line) : [null, null, null]),
  ...(facts.deliveries ? [line.delivered, line.onTime] : [null, null]),
  ...(facts.replies && !service ? [line.asked, line.answered] : [null, null]),
  service || line.middleMs === null ? null : Math.round(line.middleMs / 1_000),
];

async function* parts(text: string): AsyncGenerator<string> {
  yield text;
}

/** The figures of the charts for a spreadsheet: a line for each week of all services together, then of each. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request);
  const { zone, now } = await readerClock(ctx, person);
  const { span, service } = readWeekAsk(new URL(request.url).searchParams);
  const weeks = lastWeeks(now, zone, span);
  const { facts } = await weekFacts(ctx, person, weeks, zone);
  const wanted = service ? [service] : ["", ...servicesIn(facts, weeks)];
  const lines = wanted.flatMap((one) => weekLines(facts, weeks, one).map((line) => lineOf(facts, line, one)));
  const name = `figures-${span}-weeks-${now.toISOString().slice(0, 10)}.csv`;
  return streamedFile(csvFile(parts(csvOf([heads, ...lines]))), { type: "text/csv; charset=utf-8", name });
}
