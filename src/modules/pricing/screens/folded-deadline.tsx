import { spokenHours } from "#src/shared/spoken-hours.ts";
import { formatMoment, zoneLabel } from "#src/shared/zone.ts";
import { EVENING, momentInstant } from "#src/ui/moment/moment.ts";
import { MomentFold, MomentInput } from "#src/ui/moment/moment-input.tsx";
import { deadlinePrices, type QuoteField } from "../index.ts";
import { typedDeadline } from "./calculation.ts";
import type { DeadlinePart } from "./deadline-fields.tsx";
import { usePricing } from "./pricing-provider.tsx";

/** Day, time and zone of the deadline, each day with its total. Before scripts run no day is chosen unless one was: the step counts. */
export const ExactDeadline = ({ calculator, errorOf }: DeadlinePart) => {
  const { calculation, ready, now, move, steps, quote, input } = calculator;
  const { table, minimumLeadHours } = usePricing();
  const { service, when } = calculation;
  const shown = ready ? { ...when, ...typedDeadline(when, now) } : when;
  const time = shown.time || EVENING;
  const pricesAt = deadlinePrices(table, input, { now, minimumLeadHours: minimumLeadHours[service] });
  const asChosen = steps.length > 0 && !ready ? "As chosen above" : undefined;
  return (
    <MomentInput
      moment={shown}
      now={now}
      onMove={(moved) => move({ date: shown.date, time, ...moved })}
      dayOf={(date) => pricesAt(momentInstant({ ...shown, date }))}
      totalCents={quote?.totalCents ?? null}
      none={asChosen}
      errorOf={errorOf}
    />
  );
};

const exactFields: readonly QuoteField[] = ["deadlineDate", "deadlineTime", "deadlineZone"];

/** The chosen moment in one line, which opens date, time and zone; it is open when one of them is wrong. */
export const FoldedDeadline = ({ calculator, errorOf }: DeadlinePart) => {
  const { quote, calculation, zoneKnown } = calculator;
  const { zone } = calculation.when;
  const at = quote?.input.deadline;
  const shownMoment = at && (zoneKnown ? formatMoment(at, zone) : `In ${spokenHours(quote.hoursLeft ?? 0)}`);
  return (
    <MomentFold
      at={shownMoment ?? "Date and time"}
      zone={zoneKnown ? zoneLabel(zone, at ?? undefined) : ""}
      open={exactFields.some((field) => errorOf(field))}
    >
      <ExactDeadline calculator={calculator} errorOf={errorOf} />
    </MomentFold>
  );
};
