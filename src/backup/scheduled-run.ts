import { mailAdmins } from "#src/modules/accounts/index.server.ts";
import { claimRun, endRun, renewClaim } from "#src/platform/backups/backup-runs.ts";
import { inTransaction } from "#src/platform/command.ts";
import { defineMail } from "#src/platform/mail/mail-text.ts";
import { type Runtime, systemCtx } from "#src/platform/runtime.ts";
import type { RunFacts, RunProgress, RunsTable } from "#src/platform/tables.ts";
import { done } from "#src/shared/outcome.ts";
import { hourMs, minuteMs } from "#src/shared/units.ts";

const renewEveryMs = 5_000;
const firstWaitMs = 15 * minuteMs;
const longestWaitMs = 6 * hourMs;

type Result = { name: string; bytes: number; facts: RunFacts; error: string };

const button = { label: "Open the System page", path: "/admin/system" };

type RunText = { id: string; when: string; subject: string; title: string; first: string };
/** Declares an e-mail about a run that did not end well. */
export const runMail = ({ id, when, subject, title, first }: RunText) =>
  defineMail({
    id,
    to: "admin",
    name: title,
    when,
    subject,
    text: `# ${title}\n\n${first}\n\nThe reason: {{reason}}\n\n{{button}}`,
    values: { "time of the backup": "Tue 8 December 2026, 04:00", reason: "There is no room at the target." },
    required: ["reason"],
    example: { button },
  });
type RunMail = ReturnType<typeof runMail>;

type Run = {
  of: RunsTable;
  slot: Date;
  /** Of its e-mails, and in the log. */
  kind: "backup" | "drill";
  work: (saw: (progress: RunProgress) => void) => Promise<Result>;
  /** What admins with `settings` read when it failed. */
  failed: RunMail;
  /** The time of the backup, in words. */
  made: string;
};

/**
 * Does the run of a time once in the whole installation, and keeps how it ended. One of the plan that fails is tried
 * again with growing waits; admins with `settings` get an e-mail of it once. One by hand is tried once. @returns what it gave, null when it did not run or failed.
 */
export async function runOnce(runtime: Runtime, { of, slot, kind, work, failed, made }: Run): Promise<Result | null> {
  const { db, clock } = runtime;
  const claimed = await claimRun(db, of, slot, clock());
  if (!claimed) return null;
  let progress: RunProgress | null = null;
  const renew = () => void renewClaim(db, of, { slot, progress }, clock()).then(undefined, () => undefined);
  const renewing = setInterval(renew, renewEveryMs);
  try {
    const { error, ...result } = await work((seen) => {
      progress = seen;
    });
    await endRun(db, of, slot, { state: "done", ...result, ...(error && { error }) }, clock());
    runtime.log.info({ kind, name: result.name, bytes: result.bytes }, "a run of the backup plan ended");
    return { error, ...result };
  } catch (error) {
    const why = (error instanceof Error ? error.message : String(error)).slice(0, 500);
    const wait = Math.min(firstWaitMs * 2 ** (claimed.tries - 1), longestWaitMs);
    const until = claimed.byHand ? null : new Date(clock().getTime() + wait);
    runtime.log.error({ err: error, kind, tries: claimed.tries }, "a run of the backup plan failed");
    await endRun(db, of, slot, { state: "failed", error: why, until }, clock());
    if (!claimed.byHand) await mailOfRun(runtime, { kind: `system.${kind}-failed`, slot }, failed, { made, why });
    return null;
  } finally {
    clearInterval(renewing);
  }
}

/** Writes to every admin with `settings`, once for each kind and time of the plan. */
export async function mailOfRun(
  runtime: Runtime,
  { kind, slot }: { kind: string; slot: Date },
  write: RunMail,
  { made, why }: { made: string; why: string },
): Promise<void> {
  await inTransaction(systemCtx(runtime, "backups"), async (work) => {
    await mailAdmins(work, { kind, ...write({ "time of the backup": made, reason: why }, { button }), moment: slot });
    return done(null);
  });
}
