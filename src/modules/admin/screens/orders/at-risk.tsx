import { Link } from "react-router";
import type { AtRisk, OrderAtRisk } from "#src/modules/orders/index.server.ts";
import type { ClockJump } from "#src/platform/clock-watch.ts";
import { barPercent, percentIn } from "#src/shared/money.ts";
import type { RefusedForm } from "#src/shared/outcome.ts";
import { leftOr, shortTime } from "#src/shared/time-labels.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { StepUp } from "#src/ui/ask-once-more.tsx";
import { Button } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { Notice } from "#src/ui/notice.tsx";

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

type Time = { now: Date; zone: string };

const percent = (share: number): number => barPercent(share, 1);

const saidOf = ({ drafts, lastSign }: OrderAtRisk, now: Date): string => {
  const ago = `${shortTime(now.getTime() - lastSign.getTime())} ago`;
  if (drafts.length === 0) return `No draft yet. The writer started ${ago}`;
  return drafts.length === 1 ? `One draft, ${ago}` : `${drafts.length} drafts, the last ${ago}`;
};

/** Time used as a bar, signs of progress as marks on it. */
const Bar = ({ row }: { row: OrderAtRisk }) => (
  <svg className="riskbar" viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true">
    <rect className={row.used >= 0.8 ? "used hot" : "used"} width={percent(row.used)} height="14" />
    <rect className="sign" x={Math.min(99.4, percent(row.began))} width="0.6" height="14" />
    {row.drafts.map((at) => (
      <rect key={at} className="sign" x={Math.min(98.6, percent(at))} y="3" width="1.4" height="8" />
    ))}
  </svg>
);

const Risk = ({ row, time: { now, zone } }: { row: OrderAtRisk; time: Time }) => {
  const late = row.deadline < now;
  return (
    <li className="risk" data-row="">
      <span className="k1 min-w-0">
        <Link className="title wrap-anywhere" to={`/admin/orders/${row.id}`}>
          {row.title}
        </Link>
        <span className="meta">{row.writerName ?? "no writer"}</span>
      </span>
      <span className="k2 num">
        {formatMoment(row.deadline, zone)}
        <span className={late ? "meta bad" : "meta"}>{leftOr(row.deadline, now)}</span>
      </span>
      <span className="k3">
        <Bar row={row} />
        <span className="meta">{saidOf(row, now)}</span>
      </span>
      <span className="k4 num">{late ? "late" : `${percentIn(row.used, 1)}%`}</span>
    </li>
  );
};

/** Work whose time goes by without a sign of progress. */
export const AtRiskPanel = ({ risk, time }: { risk: AtRisk; time: Time }) => (
  <section className="panel mb-8" aria-labelledby="at-risk">
    <div className="panel-head" id="at-risk-head">
      <div>
        <h2 className="t3" id="at-risk">
          At risk
        </h2>
        <p className="small muted">Time used and signs of progress, for orders in work</p>
      </div>
      <p className="small muted">Line: the writer started. Block: a draft.</p>
    </div>
    {risk.rows.length === 0 ? (
      <p className="soft panel-pad">No order in work is at risk.</p>
    ) : (
      <ul className="risks">
        {risk.rows.map((row) => (
          <Risk key={row.id} row={row} time={time} />
        ))}
      </ul>
    )}
  </section>
);
