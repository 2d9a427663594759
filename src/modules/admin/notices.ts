import type { Config } from "#src/config.ts";
import {
  type PeopleWaiting,
  peopleWaiting,
  providerEndpoints,
  registrationClosed,
} from "#src/modules/accounts/index.server.ts";
import { waitingDeliveries } from "#src/modules/api/index.server.ts";
import { inboxCounts, serviceSetting } from "#src/modules/chat/index.server.ts";
import { methodsFor } from "#src/modules/payments/index.server.ts";
import { lastBackups, lastDrills } from "#src/platform/backups/backup-runs.ts";
import { heldSince } from "#src/platform/outgoing-hold.ts";
import { failedDeletions } from "#src/platform/retention.ts";
import { type Ctx, type Runtime, systemCtx } from "#src/platform/runtime.ts";
import { shortTime } from "#src/shared/time-labels.ts";
import { dayMs, minuteMs } from "#src/shared/units.ts";
import { formatMoment } from "#src/shared/zone.ts";

/** What admins must know, shown on the overview until its cause is gone. */
export type AdminNotice = {
  key: string;
  tone: "info" | "warn";
  title: string;
  text: string;
  link?: { to: string; label: string };
};

const removalNotice = ({ id, name, due }: PeopleWaiting["removals"][number], zone: string, now: Date): AdminNotice => ({
  key: `removal-${id}`,
  tone: "warn",
  title: `The second factor of ${name} is removed on ${formatMoment(due, zone, now)}.`,
  text: "An admin started this. Stop it if you do not know why.",
  link: { to: `/admin/people/${id}`, label: `Look at ${name}` },
});

const bareNotice = (admins: PeopleWaiting["bareAdmins"]): AdminNotice => ({
  key: "bare-admins",
  tone: "warn",
  title: admins.length === 1 ? "An admin has no second factor." : "Some admins have no second factor.",
  text: `They cannot work in the admin area until they add one: ${admins.map(({ name }) => name).join(", ")}.`,
  link: { to: "/admin/people?group=admins", label: "Look at the admins" },
});

/** What an admin with `people` must know about accounts; nothing for others. */
export async function peopleNotices(ctx: Ctx, zone: string): Promise<readonly AdminNotice[]> {
  const waiting = await peopleWaiting(ctx, {});
  if (!waiting.ok) return [];
  const { removals, bareAdmins } = waiting.value;
  const bare = ctx.runtime.mode === "real" && bareAdmins.length > 0 ? [bareNotice(bareAdmins)] : [];
  return [...removals.map((one) => removalNotice(one, zone, ctx.runtime.clock())), ...bare];
}

const nothingIsSent: AdminNotice = {
  key: "held",
  tone: "warn",
  title: "Nothing is sent from this shop, because it was restored or copied.",
  text: "E-mails, webhooks and refunds wait. Look at what would be sent, then release it on the System page, or start with npm start -- --release.",
};

/** The notice of a hold. In a demo only webhooks leave, so it is shown when one waits. */
export async function heldNotice(ctx: Ctx): Promise<readonly AdminNotice[]> {
  if (!(await heldSince(ctx.runtime.db))) return [];
  const system = { to: "/admin/system", label: "Open the System page" };
  if (ctx.runtime.mode !== "demo") return [{ ...nothingIsSent, link: system }];
  const waiting = await waitingDeliveries(ctx, {});
  return waiting.ok && waiting.value.all > 0 ? [{ ...nothingIsSent, link: system }] : [];
}

/** The same for the log of a start. */
export const heldAtStart = (runtime: Runtime): Promise<readonly AdminNotice[]> =>
  heldNotice(systemCtx(runtime, "start"));

/** Sign-in that goes to another address than Google's or Apple's own: fine for a trial, and never unseen. */
export const providerNotices = (config: Config): AdminNotice[] =>
  providerEndpoints(config)
    .filter(({ own }) => own)
    .map(({ provider, name, address }) => ({
      key: `provider-${provider}`,
      tone: "warn",
      title: `Sign-in with ${name} goes to ${address}.`,
      text: `The owner of that address decides who is signed in here. Remove ${name.toUpperCase()}_ISSUER when the trial is over.`,
    }));

/** What the operator of this installation must know before trusting it with real work. */
export async function adminNotices(runtime: Runtime): Promise<readonly AdminNotice[]> {
  if (runtime.mode === "demo")
    return [
      {
        key: "demo",
        tone: "info",
        title: "This is a demonstration.",
        text: "The first orders are examples. Payments are practice, and e-mails stay in the mailbox. A real installation starts with npm start -- --empty in another folder.",
      },
      ...providerNotices(runtime.config),
    ];
  const { config } = runtime;
  const methods = await methodsFor(runtime, { test: false });
  const notices: AdminNotice[] = providerNotices(config);
  if (registrationClosed(runtime))
    notices.push({
      key: "mail",
      tone: "warn",
      title: "This installation sends no e-mail, and registration is closed.",
      text: "Set SMTP_URL to your mail server and start again. Until then nobody can register with an e-mail, or reset a password.",
    });
  if (methods.length === 0)
    notices.push({
      key: "payments",
      tone: "warn",
      title: "No payment method is set up.",
      text: "Clients can order, and they read that payment is arranged with support. When a transfer arrives, confirm it on the order's page.",
      link: { to: "/setup/payments", label: "Set up a payment method" },
    });
  if (config.paymentsSandbox)
    notices.push({
      key: "sandbox",
      tone: "warn",
      title: "The sandbox payment page is on.",
      text: "Every new order is marked as a test and is left out of all totals. Remove PAYMENTS_SANDBOX to sell.",
    });
  return notices;
}

/** The notice to an admin with `chat` that somebody waits for an answer longer than the target; nothing for others. */
export async function chatNotices(ctx: Ctx): Promise<readonly AdminNotice[]> {
  const counts = await inboxCounts(ctx, {});
  if (!counts.ok || !counts.value.longest) return [];
  const ms = ctx.runtime.clock().getTime() - counts.value.longest.getTime();
  const { firstReplyMinutes } = await ctx.runtime.settings.get(serviceSetting);
  if (ms <= firstReplyMinutes * minuteMs) return [];
  const { waiting } = counts.value;
  return [
    {
      key: "chats-wait",
      tone: "warn",
      title: `Somebody has waited ${shortTime(ms)} for an answer.`,
      text: waiting === 0 ? "The question came from the contact page." : "Chats are answered from the inbox.",
      link:
        waiting === 0
          ? { to: "/admin/chats?from=enquiries", label: "Look at the enquiries" }
          : { to: "/admin/chats", label: "Open the inbox" },
    },
  ];
}

const longestMs = 2 * dayMs;

/** What is wrong with backups by schedule and with the deletion of old data. */
export const upkeepNotices = async (ctx: Ctx): Promise<readonly AdminNotice[]> =>
  (await Promise.all([backupNotice(ctx), deletionNotice(ctx)])).flat();

async function deletionNotice({ runtime }: Ctx): Promise<readonly AdminNotice[]> {
  const failed = await failedDeletions(runtime.db, runtime.clock());
  if (failed === 0) return [];
  const what = failed === 1 ? "One class of old data was" : `${failed} classes of old data were`;
  return [
    {
      key: "deletion-failed",
      tone: "warn",
      title: `${what} not deleted.`,
      text: "It is tried again automatically. The page shows which data, and the reason.",
      link: { to: "/admin/system/data", label: "Open Data and deletion" },
    },
  ];
}

/** None where no backups are wanted. */
async function backupNotice({ runtime }: Ctx): Promise<readonly AdminNotice[]> {
  const { backupDir, backupS3 } = runtime.config;
  if (!backupDir && !backupS3) return [];
  const [{ newest, wholeAt }, { ended: drill }] = await Promise.all([lastBackups(runtime.db), lastDrills(runtime.db)]);
  const warning = (key: string, title: string, text: string): readonly AdminNotice[] => [
    { key, tone: "warn", title, text, link: { to: "/admin/system", label: "Open the System page" } },
  ];
  if (newest?.state === "failed")
    return warning(
      "backup-failed",
      "The last backup failed.",
      `${newest.byHand ? "An admin asked for it" : "It is tried again automatically"}. The reason: ${newest.error ?? "unknown"}`,
    );
  if (wholeAt && runtime.clock().getTime() - wholeAt.getTime() > longestMs)
    return warning(
      "backup-old",
      "No backup was made in the last two days.",
      "Backups are made in the background. Check that the server does its background work.",
    );
  if (drill?.state === "failed")
    return warning(
      "drill-failed",
      "The last restore drill was not done.",
      `It is tried again automatically. The reason: ${drill.error ?? "unknown"}`,
    );
  if (drill?.error)
    return warning(
      "drill-unequal",
      "The restore drill found a difference: the restored backup is not the same as the original.",
      `The next backup is tested as soon as it is made. The difference: ${drill.error}`,
    );
  return [];
}
