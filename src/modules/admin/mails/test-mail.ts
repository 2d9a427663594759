import { mailShop } from "#src/modules/operator/index.server.ts";
import { newId } from "#src/platform/ids.ts";
import { countUse } from "#src/platform/limits.ts";
import { oneLine } from "#src/platform/mail/check-mail.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import { mailer } from "#src/platform/mail/port.ts";
import { deliver } from "#src/platform/mail/send-due-mails.ts";
import { refuseWhileHeld } from "#src/platform/outgoing-hold.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { done, type Outcome, refuse } from "#src/shared/outcome.ts";
import { hourSeconds } from "#src/shared/units.ts";
import { failedMail } from "../setup/checks.ts";
import { mailEditor } from "./mails-editor.ts";

const mostAnHour = 10;

/**
 * Sends an e-mail as it is drafted to the admin who asks, and to nobody else; its button leads nowhere. Needs `settings`.
 * Refuses not-found, too-many after 10 in an hour, conflict while nothing may leave, and unavailable when the mail server
 * said no, in words.
 */
export async function sendTestMail(ctx: Ctx, id: string, order: string): Promise<Outcome<string>> {
  const { runtime, viewer } = ctx;
  const asked = await mailEditor(ctx, { id, order });
  if (!asked.ok || viewer.kind !== "person") return asked.ok ? refuse("not-found", "Not found.") : asked;
  const { preview, me } = asked.value;
  const now = runtime.clock();
  const held = await refuseWhileHeld(runtime.db);
  if (held) return held;
  const wait = await countUse(
    runtime.db,
    { key: `mail-test:${viewer.id}`, most: mostAnHour * runtime.config.limitsFactor, seconds: hourSeconds },
    now,
  );
  if (wait !== null)
    return refuse(
      "too-many",
      `You sent ${mostAnHour} tests in an hour. Send the next one in ${Math.ceil(wait / 60)} minutes.`,
    );
  const subject = oneLine(`Test: ${preview.subject}`, 200);
  const mail = { to: me, subject, content: preview.content };
  if (runtime.port(mailer).kind === "mailbox") {
    await queueMail(runtime.db, { kind: "admin.test-mail", ...mail }, now);
    return done(`Sent to ${me}. Demo mode keeps it in the mailbox.`);
  }
  if (runtime.port(mailer).kind === "none")
    return refuse("unavailable", "Not sent: SMTP_URL is not set. Set it and start again.");
  const { result } = await deliver(runtime, await mailShop(runtime), { id: newId(), ...mail });
  return result.ok
    ? done(`Sent to ${me}. The mail server accepted it.`)
    : refuse("unavailable", failedMail(runtime, result));
}
