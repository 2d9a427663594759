import { Link } from "react-router";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { waitingDeliveries } from "#src/modules/api/index.server.ts";
import { giveUpMail, waitingMails } from "#src/modules/notifications/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock, siteSetting } from "#src/modules/operator/index.server.ts";
import { refundsToSend } from "#src/modules/payments/index.server.ts";
import { backupSetting } from "#src/platform/backups/backup-setting.ts";
import { nextSlot } from "#src/platform/backups/plan.ts";
import { flashOf, redirectWithFlash } from "#src/platform/flash.ts";
import { heldSince, releaseOutgoing } from "#src/platform/outgoing-hold.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { notFound, type Outcome } from "#src/shared/outcome.ts";
import { Notice } from "#src/ui/notice.tsx";
import { StepUp } from "#src/ui/step-up.tsx";
import { useFlash } from "#src/ui/use-flash.ts";
import { recentBackups } from "../../queries/recent-backups.ts";
import type { Route } from "./+types/system.ts";
import { BackupsPanel, DrillPanel } from "./backups.tsx";
import { LeavingPanel } from "./leaving.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "settings");
  const { backupDir, backupS3, backupKeys } = ctx.runtime.config;
  const [clock, held, mails, deliveries, refunds, backups, plan, site] = await Promise.all([
    readerClock(ctx, person),
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

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "settings");
  const { step = "", id = "" } = await textsOf(request);
  const steps: Readonly<Record<string, () => Promise<Outcome<unknown>>>> = {
    release: () => releaseOutgoing(ctx, {}),
    discard: () => giveUpMail(ctx, { id }),
  };
  const taken = await (Object.hasOwn(steps, step) ? steps[step] : undefined)?.();
  return taken?.ok ? redirectWithFlash("/admin/system", step) : refusedForm(taken ?? notFound());
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("System", matches);

const doneLabels: Readonly<Record<string, string>> = {
  release: "Everything that waited is sent now.",
  discard: "The e-mail is discarded. It is not sent.",
};

/** What leaves the shop: after a restore it waits here until an admin releases it. */
export default function System({ loaderData, actionData }: Route.ComponentProps) {
  const { did: flash, backups, ...leaving } = loaderData;
  const did = useFlash(flash || null);
  const done = !actionData && did && Object.hasOwn(doneLabels, did) ? doneLabels[did] : undefined;
  return (
    <>
      <div className="work-head">
        <div>
          <h1 className="d3">System</h1>
          <p className="soft">
            What this shop sends to people, programs and payment providers, and its backups. What is kept how long, and
            what was deleted, stands on <Link to="/admin/system/data">Data and deletion</Link>.
          </p>
        </div>
      </div>
      {done && <Notice tone="ok" live title={done} className="mb-4" />}
      {actionData?.message && !actionData.stepUp && (
        <Notice tone="bad" live title={actionData.message} className="mb-4" />
      )}
      {actionData?.stepUp && <StepUp className="mb-4" />}
      <LeavingPanel {...leaving} />
      <div className="mt-4">
        <BackupsPanel {...backups} zone={leaving.zone} />
      </div>
      {backups.place && (
        <div className="mt-4">
          <DrillPanel {...backups} zone={leaving.zone} />
        </div>
      )}
    </>
  );
}
