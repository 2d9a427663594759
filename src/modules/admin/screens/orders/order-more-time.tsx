import { counted } from "#src/shared/counted.ts";
import type { RefusedForm } from "#src/shared/outcome.ts";
import { spokenMinutes } from "#src/shared/time-labels.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Button } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Input } from "#src/ui/inputs.tsx";
import { NoScript } from "#src/ui/no-script.tsx";
import { moreHours } from "../../domain/many-plan.ts";
import { BulkPanel, PlanLine, Receiver, Stays } from "./bulk-panel.tsx";
import type { TimePlan } from "./many-orders.server.ts";

/** Another time is planned at once; without scripts a button asks for it. */
const plan = () => document.getElementById("bulk-plan")?.click();

type Props = { shown: TimePlan; refused: RefusedForm; clock: { now: Date; zone: string }; onClose: () => void };

/** Which clients are asked for how much more time, before anything is asked, and which orders stay with their reason. */
export default function MoreTimePanel({ shown: { hours, gives, stays }, refused, clock, onClose }: Props) {
  const at = (moment: Date) => formatMoment(moment, clock.zone, clock.now);
  const orders = counted(gives.length, "order");
  return (
    <BulkPanel
      title="Ask for more time"
      count={orders}
      left={
        <>
          <fieldset>
            <legend className="label">How much more</legend>
            <div className="seg">
              {moreHours.map((one) => (
                <label key={one}>
                  <input type="radio" name="hours" value={one} defaultChecked={hours === one} onChange={plan} />
                  {spokenMinutes(one * 60)}
                </label>
              ))}
            </div>
            <NoScript>
              <Button name="step" value="plan-more-time" variant="outline" small>
                Show the new deadlines
              </Button>
            </NoScript>
          </fieldset>
          <Field id="bulk-reason" name="reason" label="Reason" error={refused.errors.reason}>
            <Input maxLength={1000} defaultValue={refused.values.reason} />
          </Field>
          <p className="small muted">Client and writer read the reason. The price stays the same.</p>
        </>
      }
      says="Each client gets an e-mail and must agree. Without an answer nothing changes."
      send={gives.length > 0 ? { step: "more-time", label: `Ask for ${orders}` } : null}
      onClose={onClose}
    >
      {gives.map(({ id, version, title, clientName, was, next }) => (
        <PlanLine
          key={id}
          title={title}
          note={`${at(was)}, then ${at(next)}`}
          end={<Receiver name={clientName} why="must agree" />}
        >
          <input type="hidden" name="give" value={`${id}:${version}`} />
        </PlanLine>
      ))}
      <Stays orders={stays} />
    </BulkPanel>
  );
}
