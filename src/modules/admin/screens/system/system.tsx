import { useEffect } from "react";
import { Link } from "react-router";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { waitingDeliveries } from "#src/modules/api/index.server.ts";
import { giveUpMail, waitingMails } from "#src/modules/notifications/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock, siteSetting } from "#src/modules/operator/index.server.ts";
import { refundsToSend } from "#src/modules/payments/index.server.ts";
import { backupSetting, nextSlot } from "#src/platform/backups/plan.ts";
import { flashOf } from "#src/platform/flash.ts";
import { heldSince, releaseOutgoing } from "#src/platform/outgoing-hold.ts";
import { answerStep, type PostedSteps } from "#src/platform/posted-steps.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Refusal } from "#src/shared/outcome.ts";
import { minuteMs } from "#src/shared/units.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { StepUp } from "#src/ui/ask-once-more.tsx";
import { Button } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { useReadAgain } from "#src/ui/live/read-again.ts";
import { Notice } from "#src/ui/notice.tsx";
import { useFlash } from "#src/ui/use-sent.ts";
import { askBackup, recentBackups } from "../../system/backups.ts";
import { healthRows, healthSentence } from "../../system/health.ts";
import { readHealth, runningVersion } from "../../system/read-health.ts";
import { tryWorkAgain, waitingWork } from "../../system/waiting-work.ts";
import type { Route } from "./+types/system.ts";
import { BackupsPanel, DrillPanel, isUnfinished } from "./backups.tsx";
import { LeavingPanel } from "./leaving.tsx";
import { HealthPanel, WorkPanel } from "./work-panel.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "settings");
  const { backupDir, backupS3, backupKeys } = ctx.runtime.config;
  const clock = await readerClock(ctx, person);
  const [health, work, held, mails, deliveries, refunds, backups, plan, site] = await Promise.all([
    readHealth(ctx, { zone: clock.zone }),
    waitingWork(ctx, {}),
    heldSince(ctx.runtime.db),
    waitingMails(ctx, {}),
    waitingDeliveries(ctx, {}),
    refundsToSend(ctx, {}),
    recentBackups(ctx, {}),
    ctx.runtime.settings.get(backupSetting),
    ctx.runtime.settings.get(siteSetting),
  ]);
  return {
    ...clock,
    health: healthRows(orPage(health, request), clock.now, clock.zone),
    work: orPage(work, request),
    running: runningVersion(ctx.runtime),
    held,
    mails: orPage(mails, request),
    deliveries: orPage(deliveries, request),
    refunds: orPage(refunds, request),
    backups: {
      ...orPage(backups, request),
      // The name of the bucket alone: keys and addresses stay with the server.
      place: backupS3 ? `The bucket ${backupS3.bucket}` : backupDir && "A folder of the server",
      sealed: backupKeys.length > 0,
      drillDays: plan.drillDays,
      next: nextSlot(ctx.runtime.clock(), plan, site.timeZone),
    },
    demo: ctx.runtime.mode === "demo",
    did: flashOf(request),
  };
}

const steps: PostedSteps<{ ctx: Ctx; id: string; queue: string }> = {
  release: ({ ctx }) => releaseOutgoing(ctx, {}),
  discard: ({ ctx, id }) => giveUpMail(ctx, { id }),
  "try-again": ({ ctx, queue, id }) => tryWorkAgain(ctx, { queue, id }),
  backup: ({ ctx }) => askBackup(ctx, {}),
};

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "settings");
  const { step = "", id = "", queue = "" } = await textsOf(request);
  const again = (refusal: Refusal) => refusedForm(refusal);
  return answerStep(steps, step, { ctx, id, queue }, { page: "/admin/system", again });
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("System", matches);

const doneLabels: Readonly<Record<string, string>> = {
  release: "Everything that waited is sent now.",
  discard: "The e-mail is discarded. It is not sent.",
  "try-again": "It is tried again within a few seconds.",
  backup: "A backup is being made. You can leave this page.",
};

const readEveryMs = { usual: minuteMs, whileOneIsMade: 5_000 };

/** Reads the page anew so often while it is in view. */
function useReadEvery(ms: number): void {
  const readAgain = useReadAgain();
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void readAgain();
    }, ms);
    return () => clearInterval(timer);
  }, [readAgain, ms]);
}

const Fact = ({ label, value, note }: { label: string; value: string; note: string }) => (
  <div className="border-t border-rule py-2.5 first:border-t-0">
    <dt className="flex justify-between gap-4">
      {label} <b className="num font-semibold">{value}</b>
    </dt>
    <dd className="meta num">{note}</dd>
  </div>
);

/** Whether everything works, what waits in the background, what leaves the shop, and its backups. */
export default function System({ loaderData, actionData }: Route.ComponentProps) {
  const { did: flash, backups, health, work, running, ...leaving } = loaderData;
  const { now, zone } = leaving;
  const did = useFlash(flash || null);
  const done = !actionData && did && Object.hasOwn(doneLabels, did) ? doneLabels[did] : undefined;
  useReadEvery(backups.runs.some(isUnfinished) ? readEveryMs.whileOneIsMade : readEveryMs.usual);
  return (
    <>
      <div className="work-head">
        <div>
          <h1 className="d3">System</h1>
          <p className="soft">{healthSentence(health)}</p>
        </div>
        <Form className="flex flex-wrap items-center gap-4" preventScrollReset>
          <span className="small muted num">{`Checked ${formatMoment(now, zone)}, every minute`}</span>
          <Button small variant="outline">
            Check now
          </Button>
        </Form>
      </div>
      {done && <Notice tone="ok" live title={done} className="mb-4" />}
      {actionData?.message && !actionData.stepUp && (
        <Notice tone="bad" live title={actionData.message} className="mb-4" />
      )}
      {actionData?.stepUp && <StepUp className="mb-4" />}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-4">
          <HealthPanel rows={health} />
          <WorkPanel work={work} zone={zone} />
          <LeavingPanel {...leaving} />
          <BackupsPanel {...backups} now={now} zone={zone} />
        </div>
        <div className="grid min-w-0 gap-4">
          <Panel title="Version">
            <dl className="px-5 pb-3">
              <Fact label="Paperwright" value={running.version} note={`Started ${formatMoment(running.since, zone)}`} />
              <Fact label="Node.js" value={running.node.slice(1)} note="Comes with the product" />
            </dl>
          </Panel>
          <Panel title="Data and deletion" pad>
            <p className="soft mb-2">What is kept for how long, and what was deleted.</p>
            <Link to="/admin/system/data">Open the list</Link>
          </Panel>
          {backups.place && <DrillPanel {...backups} zone={zone} />}
        </div>
      </div>
    </>
  );
}
