import { useEffect, useState } from "react";
import { browserZone, formatMoment, isZone, zoneLabel } from "#src/shared/zone.ts";
import { type Moment, type MomentProps, momentInstant } from "./moment.ts";
import { MomentFold, MomentInput } from "./moment-input.tsx";

type Props = Pick<MomentProps, "errorOf" | "fixedZone" | "none"> & {
  readonly label: string;
  readonly start: Moment;
  readonly now: Date;
  /** Somebody chose the zone, so that the browser's does not replace it. */
  readonly zoneKnown?: boolean;
  /** Why a moment cannot be chosen; null is a time that its day does not have. */
  readonly refusalAt: (at: Date | null) => string | null;
};

/** A day, a time and a zone of a form whose price does not follow them; the form needs nothing else for it. */
export const OwnMoment = ({ label, start, now, zoneKnown = true, refusalAt, errorOf, none, fixedZone }: Props) => {
  const [moment, setMoment] = useState(start);
  const move = (moved: Partial<Moment>) => setMoment((before) => ({ ...before, ...moved }));
  useEffect(() => {
    const own = browserZone();
    if (!zoneKnown && isZone(own)) setMoment((before) => ({ ...before, zone: own }));
  }, [zoneKnown]);
  const at = momentInstant(moment);
  return (
    <div className="field">
      <span className="label">{label}</span>
      <MomentFold
        at={at ? formatMoment(at, moment.zone, now) : (none ?? "Choose a day")}
        zone={zoneLabel(moment.zone, at ?? now)}
        change={moment.date ? "Change" : "Choose"}
        open={(["deadlineDate", "deadlineTime", "deadlineZone"] as const).some((field) => errorOf(field))}
      >
        <MomentInput
          {...{ moment, now, errorOf, none, ...(fixedZone && { fixedZone }) }}
          onMove={move}
          dayOf={(date) => ({ totalCents: null, refusal: refusalAt(momentInstant({ ...moment, date })) })}
        />
      </MomentFold>
    </div>
  );
};
