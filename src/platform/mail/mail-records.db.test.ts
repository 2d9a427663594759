import { asc } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase } from "#tests/support/database.ts";
import { runSweep } from "#tests/support/sweep.ts";
import { openMailbox } from "../../adapters/mail/open-mailer.ts";
import { mails } from "../tables.ts";
import { testMail as mail, openMailRuntime } from "./mail.testing.ts";
import { listMails, type MailPage, queueMail, readMail } from "./mail-records.ts";
import type { Mailer } from "./port.ts";
import { sendDueMails } from "./send-due-mails.ts";

const fixture = await createTestDatabase(2);
const { db } = fixture;
afterAll(() => fixture.drop());

const start = new Date("2026-03-10T12:00:00Z");
let now = start;
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
const all = () => db.select().from(mails).orderBy(asc(mails.id));
const leaves: Mailer = { kind: "smtp", send: async () => ({ ok: true }) };
const sendWith = (mailer: Mailer) =>
  sendDueMails(
    openMailRuntime(db, mailer, () => now),
    { shopOf: async () => ({ siteName: "Shop", pen: "#263FAF" }), askedKinds: [] },
  );

beforeEach(async () => {
  now = start;
  await db.delete(mails);
});

describe("records", () => {
  test("are listed newest first, page by page", async () => {
    for (let n = 0; n < 5; n += 1) {
      await queueMail(db, mail(n), now);
      later(1);
    }
    const subjects = (page: MailPage) => page.mails.map((row) => row.subject);
    const first = await listMails(db, { limit: 2 });
    expect([subjects(first), first.newer]).toEqual([["Mail 4", "Mail 3"], null]);
    const second = await listMails(db, { limit: 2, before: first.older ?? "" });
    expect(subjects(second)).toEqual(["Mail 2", "Mail 1"]);
    const last = await listMails(db, { limit: 2, before: second.older ?? "" });
    expect([subjects(last), last.older]).toEqual([["Mail 0"], null]);
    expect(subjects(await listMails(db, { limit: 2, after: last.newer ?? "" }))).toEqual(["Mail 2", "Mail 1"]);
    const back = await listMails(db, { limit: 2, after: second.newer ?? "" });
    expect([subjects(back), back.newer]).toEqual([["Mail 4", "Mail 3"], null]);
    expect((await readMail(db, first.mails[0]?.id ?? ""))?.subject).toBe("Mail 4");
  });

  test("are emptied after 30 days and gone after 180, but not while they wait or in the demo's mailbox", async () => {
    await queueMail(db, mail("kept"), now);
    await sendWith(openMailbox());
    await queueMail(db, mail("sent"), now);
    await sendWith(leaves);
    await queueMail(db, mail("waiting"), now);
    const left = async () => (await all()).map((row) => `${row.subject} ${row.content ? "full" : "empty"}`).sort();
    await runSweep("sweep-mails", db, new Date(start.getTime() + 29 * 86_400_000));
    expect(await left()).toEqual(["Mail kept full", "Mail sent full", "Mail waiting full"]);
    await runSweep("sweep-mails", db, new Date(start.getTime() + 31 * 86_400_000));
    expect(await left()).toEqual(["Mail kept full", "Mail sent empty", "Mail waiting full"]);
    await runSweep("sweep-mails", db, new Date(start.getTime() + 181 * 86_400_000));
    expect(await left()).toEqual(["Mail kept full", "Mail waiting full"]);
  });
});
