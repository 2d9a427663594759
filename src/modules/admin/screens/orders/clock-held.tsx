import type { ClockJump } from "#src/platform/clock-watch.ts";
import type { RefusedForm } from "#src/shared/outcome.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Button } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { StepUp } from "#src/ui/step-up.tsx";

type Props = { jump: ClockJump; now: Date; zone: string; mayConfirm: boolean; refused: RefusedForm | undefined };

/** The server's clock jumped: deadlines and everything that happens automatically wait for an admin. */
export const ClockHeld = ({ jump, now, zone, mayConfirm, refused }: Props) => (
  <Notice
    tone="bad"
    title="The time on the server changed suddenly. Everything that happens automatically waits."
    className="mb-4"
    actions={
      mayConfirm && (
        <Form method="post">
          <Button small type="submit" name="step" value="confirm-clock">
            The time is right: continue
          </Button>
        </Form>
      )
    }
  >
    <p>
      It went from {formatMoment(jump.from, zone)} to {formatMoment(jump.to, zone)}; it shows {formatMoment(now, zone)}{" "}
      now. Reminders, expiries and completions wait, so that none happens at a wrong time. If the clock runs normally
      for an hour and the change made nothing due, the wait ends automatically.{" "}
      {mayConfirm
        ? "Check the time. If it is wrong, correct it on the server, then continue."
        : "An admin who may change settings has to confirm the time."}
    </p>
    {refused?.stepUp && <StepUp className="mt-3" />}
    {refused?.message && !refused.stepUp && <p className="mt-3">{refused.message}</p>}
  </Notice>
);
