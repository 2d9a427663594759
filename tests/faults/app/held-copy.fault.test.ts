import { cpSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type FakeSmtp, startSmtp } from "#fakes/smtp.ts";
import { isFullRun } from "#tests/support/full-run.ts";
import { newDataDir } from "../database/fixture.ts";
import { backupOf, isRestored, restore } from "./backups.ts";
import { withBooks } from "./books.ts";
import { startReady } from "./fixture.ts";

/** An e-mail that waits, as a command writes it. */
const queue = (dataDir: string, name: string, kind: string) =>
  withBooks(dataDir, ({ rows }) =>
    rows(
      `insert into platform.mails (id, kind, "to", subject, content, created_at, next_try_at)
        values (gen_random_uuid(), $2, $1, $1, '{"title": "A", "paragraphs": ["A"]}', now(), now())`,
      [`${name}@example.test`, kind],
    ),
  );

/** A real installation with an e-mail that waits, stopped. */
async function waitingShop(): Promise<string> {
  const dataDir = newDataDir(onTestFinished);
  await (await startReady({ dataDir, env: { DEMO: "off" } })).leave();
  await queue(dataDir, "queued", "orders.delivered");
  return dataDir;
}

/** Starts it with a mail server; a code to sign in, asked for now, arrives, and nothing before it. Then it is released. */
async function isHeldUntilReleased(dataDir: string): Promise<void> {
  const smtp: FakeSmtp = await startSmtp();
  onTestFinished(() => smtp.close());
  const env = { SMTP_URL: smtp.url };
  const app = await startReady({ dataDir, env });
  await queue(dataDir, "code", "account.start");
  await smtp.mailTo("code@example.test");
  await app.leave();
  expect(smtp.mails.flatMap(({ to }) => to)).toEqual(["code@example.test"]);
  const released = await startReady({ dataDir, env, args: ["--release"] });
  await smtp.mailTo("queued@example.test");
  await released.leave();
  await queue(dataDir, "last", "orders.delivered");
  const again = await startReady({ dataDir, env });
  await smtp.mailTo("last@example.test");
  await again.leave();
  expect(smtp.mails.flatMap(({ to }) => to)).toEqual(["code", "queued", "last"].map((who) => `${who}@example.test`));
}

test.runIf(isFullRun)(
  "a restored installation sends nothing of what was queued until it is released, and then once",
  async () => {
    const made = await backupOf(await waitingShop(), join(dirname(newDataDir(onTestFinished)), "backups"));
    const restored = newDataDir(onTestFinished);
    expect(await restore(made, restored)).toEqual(isRestored);
    await isHeldUntilReleased(restored);
  },
);

test.runIf(isFullRun)("so does a copied folder, and the folder that it was copied from does not", async () => {
  const dataDir = await waitingShop();
  const copy = newDataDir(onTestFinished);
  cpSync(dataDir, copy, { recursive: true });
  await isHeldUntilReleased(copy);
  const smtp = await startSmtp();
  onTestFinished(() => smtp.close());
  await startReady({ dataDir, env: { SMTP_URL: smtp.url } });
  await smtp.mailTo("queued@example.test");
});
