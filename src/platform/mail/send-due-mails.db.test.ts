import { asc } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Answer, startSmtp } from "#fakes/smtp.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { sized } from "#tests/support/full-run.ts";
import { quietLog } from "#tests/support/quiet-log.ts";
import { noMailServer, openMailbox, openSmtp } from "../../adapters/mail/open-mailer.ts";
import type { Database } from "../database/database.ts";
import { asDatabase, openPool } from "../database/open.ts";
import { openJobs } from "../jobs.ts";
import { mails, outbox } from "../tables.ts";
import { testMail as mail, openMailRuntime } from "./mail.testing.ts";
import { queueMail } from "./mail-records.ts";
import type { Mailer, OutgoingMail, SendResult } from "./port.ts";
import { mailJob, sendDueMails } from "./send-due-mails.ts";

const rounds = sized(6, 200);

const fixture = await createTestDatabase(8);
const { db } = fixture;
afterAll(() => fixture.drop());

const start = new Date("2026-03-10T12:00:00Z");
let now = start;
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
const signed = { shopOf: async () => ({ siteName: "Shop", pen: "#263FAF" }), askedKinds: ["asked"] };
const runtime = (mailer: Mailer, clock = () => now) => openMailRuntime(db, mailer, clock);

const all = () => db.select().from(mails).orderBy(asc(mails.id));

/** Answers what the test says and remembers what it was given. */
const scripted = (answer: (mail: OutgoingMail) => SendResult | Promise<SendResult> = () => ({ ok: true })) => {
  const given: OutgoingMail[] = [];
  const mailer: Mailer = {
    kind: "smtp",
    send: async (outgoing) => {
      given.push(outgoing);
      return await answer(outgoing);
    },
  };
  return { given, mailer };
};
const away = (): SendResult => ({ ok: false, permanent: false, reason: "connect ECONNREFUSED" });

beforeEach(async () => {
  now = start;
  await db.delete(mails);
});

describe("queueing", () => {
  test("a mail belongs to the transaction that wrote it", async () => {
    const lost = db.transaction(async (tx) => {
      await queueMail(tx as Database, mail(1), now);
      throw new Error("rolled back");
    });
    await expect(lost).rejects.toThrow("rolled back");
    expect(await all()).toEqual([]);
  });

  test("one mail per once key, also when two ask at the same moment", async () => {
    const ask = () => db.transaction((tx) => queueMail(tx as Database, mail(1, { onceKey: "fact-1" }), now));
    await Promise.all([ask(), ask(), ask()]);
    await queueMail(db, mail(2), now);
    await queueMail(db, mail(3), now);
    expect((await all()).map((row) => row.onceKey).sort()).toEqual(["fact-1", null, null]);
  });

  test("a smuggled header never reaches the table", async () => {
    await expect(queueMail(db, mail(1, { subject: "Hi\r\nBcc: bob@example.org" }), now)).rejects.toThrow(
      /control character/,
    );
    await expect(queueMail(db, mail(1, { to: "a@example.org,b@example.org" }), now)).rejects.toThrow(
      /one plain address/,
    );
    expect(await all()).toEqual([]);
  });
});

describe("sending", () => {
  test("oldest first, each once, from the configured address, with links to the configured site", async () => {
    const { given, mailer } = scripted();
    for (const n of [1, 2, 3]) {
      await queueMail(db, mail(n), now);
      later(1);
    }
    expect(await sendDueMails(runtime(mailer), signed)).toBe(3);
    expect(await sendDueMails(runtime(mailer), signed)).toBe(0);
    expect(given.map((m) => m.to)).toEqual(["client1@example.org", "client2@example.org", "client3@example.org"]);
    expect(given[0]).toMatchObject({ from: { name: "Shop", address: "no-reply@shop.example" }, subject: "Mail 1" });
    expect(given[0]?.text).toContain("https://shop.example/dashboard/orders/1?token=secret1");
    const [row] = await all();
    expect(row).toMatchObject({
      state: "sent",
      sentAt: now,
      nextTryAt: null,
      attempts: 1,
      messageId: `<${row?.id}@shop.example>`,
    });
  });

  test("a sent mail keeps no one-time link", async () => {
    await queueMail(db, mail(1), now);
    await sendDueMails(runtime(scripted().mailer), signed);
    expect(JSON.stringify(await all())).not.toContain("secret1");
  });

  test("demo mode keeps mails, links and all", async () => {
    await queueMail(db, mail(1), now);
    expect(await sendDueMails(runtime(openMailbox()), signed)).toBe(1);
    const [row] = await all();
    expect(row?.state).toBe("kept");
    expect(row?.content?.button?.path).toBe("/dashboard/orders/1?token=secret1");
  });

  test("without a mail server mails wait untouched", async () => {
    await queueMail(db, mail(1), now);
    expect(await sendDueMails(runtime(noMailServer()), signed)).toBe(0);
    expect((await all())[0]).toMatchObject({ state: "waiting", attempts: 0 });
  });

  test(`processes that look at the same moment send each mail exactly once, ${rounds} times`, async () => {
    const smtp = await startSmtp();
    const far = openPool(fixture.connection, quietLog, 2);
    const on = (base: Database) => openMailRuntime(base, openSmtp({ url: smtp.url }), () => now);
    for (let round = 0; round < rounds; round += 1) {
      for (let n = 0; n < 6; n += 1) await queueMail(db, mail(`${round}-${n}`), now);
      const senders = [on(db), on(asDatabase(far)), on(asDatabase(far))];
      const counts = await Promise.all(senders.map((one) => sendDueMails(one, signed)));
      expect(counts.reduce((a, b) => a + b)).toBe(6);
    }
    expect(new Set(smtp.mails.flatMap((m) => m.to)).size).toBe(6 * rounds);
    expect(smtp.mails).toHaveLength(6 * rounds);
    await far.end();
    await smtp.close();
  });

  test("a mail that one process is sending is not due for another, not even after minutes of waiting", async () => {
    const held = Promise.withResolvers<SendResult>();
    const asked = Promise.withResolvers<void>();
    const slow = scripted(() => {
      asked.resolve();
      return held.promise;
    });
    const other = scripted();
    await queueMail(db, mail(1), now);
    const sending = sendDueMails(runtime(slow.mailer), signed);
    await asked.promise;
    later(120);
    await sendDueMails(runtime(other.mailer), signed);
    held.resolve({ ok: true });
    await sending;
    expect(other.given).toEqual([]);
    expect((await all())[0]?.state).toBe("sent");
  });

  test("a process that died while sending gives its mail back after the lease, under the same message id", async () => {
    const dead = scripted(() => {
      throw new Error("killed");
    });
    const other = scripted();
    await queueMail(db, mail(1), now);
    await expect(sendDueMails(runtime(dead.mailer), signed)).rejects.toThrow("killed");
    await sendDueMails(runtime(other.mailer), signed);
    expect(other.given).toEqual([]);
    later(181);
    await sendDueMails(runtime(other.mailer), signed);
    expect(other.given.map((m) => m.messageId)).toEqual(dead.given.map((m) => m.messageId));
  });

  test("who lost the lease does not undo what its successor wrote", async () => {
    const held = Promise.withResolvers<SendResult>();
    const asked = Promise.withResolvers<void>();
    const slow = scripted(() => {
      asked.resolve();
      return held.promise;
    });
    await queueMail(db, mail(1), now);
    const sending = sendDueMails(runtime(slow.mailer), signed);
    await asked.promise;
    later(181);
    await sendDueMails(runtime(scripted().mailer), signed);
    held.resolve(away());
    await sending;
    expect((await all())[0]).toMatchObject({ state: "sent", attempts: 2 });
  });
});

test("the running job picks up what was committed, without being asked", async () => {
  const jobs = openJobs(runtime(openMailbox()), fixture.pool, [mailJob(signed)]);
  await jobs.start();
  await queueMail(db, mail(1), now);
  await vi.waitFor(async () => expect((await all())[0]?.state).toBe("kept"), 60_000);
  await jobs.stop();
});

describe("a mail server with a bad day", () => {
  test("away for an hour: nothing is lost, nothing is doubled", async () => {
    const { given, mailer } = scripted(() => (now.getTime() - start.getTime() < 3_600_000 ? away() : { ok: true }));
    for (const n of [1, 2, 3]) await queueMail(db, mail(n), now);
    for (let minute = 0; minute < 130; minute += 1) {
      await sendDueMails(runtime(mailer), signed);
      later(60);
    }
    expect((await all()).map((row) => row.state)).toEqual(["sent", "sent", "sent"]);
    const tries = Map.groupBy(given, (m) => m.to);
    for (const tried of tries.values()) expect(tried.length).toBeLessThan(12);
  });

  test("a round ends with the first mail that could not leave; the next round takes the others", async () => {
    const { given, mailer } = scripted((m) => (m.to === "client1@example.org" ? away() : { ok: true }));
    for (const n of [1, 2]) await queueMail(db, mail(n), new Date(now.getTime() + n));
    later(1);
    expect(await sendDueMails(runtime(mailer), signed)).toBe(0);
    expect(await sendDueMails(runtime(mailer), signed)).toBe(1);
    expect(given.map((m) => m.to)).toEqual(["client1@example.org", "client2@example.org"]);
  });

  test("a fresh mail does not queue behind retries", async () => {
    let broken = true;
    const { given, mailer } = scripted(() => (broken ? away() : { ok: true }));
    await queueMail(db, mail("old"), now);
    await sendDueMails(runtime(mailer), signed);
    later(3600);
    broken = false;
    await queueMail(db, mail("fresh"), now);
    await sendDueMails(runtime(mailer), signed);
    expect(given.map((m) => m.to)).toEqual([
      "clientold@example.org",
      "clientfresh@example.org",
      "clientold@example.org",
    ]);
  });

  test("after three days it is given up", async () => {
    await queueMail(db, mail(1, { onceKey: "k" }), now);
    later(3 * 86_400);
    await sendDueMails(runtime(scripted(away).mailer), signed);
    expect((await all())[0]?.state).toBe("expired");
    expect(JSON.stringify(await all())).not.toContain("secret1");
  });

  test("greylisting by a real server: refused for now, taken later", async () => {
    let answer: Answer | undefined = { code: 450, text: "come back later" };
    const smtp = await startSmtp({ refuse: (step) => (step === "RCPT" ? answer : undefined) });
    const mailer = openSmtp({ url: smtp.url });
    await queueMail(db, mail(1), now);
    await sendDueMails(runtime(mailer), signed);
    expect((await all())[0]).toMatchObject({
      state: "waiting",
      attempts: 1,
      nextTryAt: new Date(now.getTime() + 15_000),
    });
    answer = undefined;
    await sendDueMails(runtime(mailer), signed);
    expect(smtp.mails).toHaveLength(0);
    later(15);
    await sendDueMails(runtime(mailer), signed);
    expect(smtp.mails.map((m) => m.to)).toEqual([["client1@example.org"]]);
    expect(smtp.mails[0]?.headers.from).toMatch(/^"?Shop"? <no-reply@shop\.example>$/);
    await smtp.close();
  });

  test("a mail that the server refuses for good is an event, and stops nobody else's", async () => {
    const smtp = await startSmtp({
      refuse: (step, address) =>
        step === "RCPT" && address === "client1@example.org" ? { code: 550, text: "no such user" } : undefined,
    });
    const mailer = openSmtp({ url: smtp.url });
    await queueMail(db, mail(1, { onceKey: "notice-1" }), now);
    await queueMail(db, mail(2), new Date(now.getTime() + 1));
    later(1);
    expect(await sendDueMails(runtime(mailer), signed)).toBe(2);
    expect(smtp.mails.map((m) => m.to)).toEqual([["client2@example.org"]]);
    expect((await all()).map(({ state }) => state)).toEqual(["refused", "sent"]);
    const events = await db.select({ name: outbox.name, payload: outbox.payload }).from(outbox);
    expect(events).toEqual([{ name: "mail.refused", payload: { kind: "orders.delivered", onceKey: "notice-1" } }]);
    expect((await all())[0]?.error).toContain("no such user");
    await smtp.close();
  });
});
