import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Person } from "#src/shared/viewer.ts";
import { createPerson } from "#tests/support/people.ts";
import { createTestRuntime, ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { openMailRuntime, testMail } from "./mail/mail.testing.ts";
import { queueMail } from "./mail/mail-records.ts";
import type { Mailer } from "./mail/port.ts";
import { sendDueMails } from "./mail/send-due-mails.ts";
import { heldSince, holdRowsFromElsewhere, markBroughtHere, releaseOutgoing } from "./outgoing-hold.ts";
import { systemCtx } from "./runtime.ts";
import { audit, installation } from "./tables.ts";

let runtime: TestRuntime;
beforeEach(async () => {
  runtime = await createTestRuntime();
  await runtime.db
    .insert(installation)
    .values({ id: 1, mode: "real", installId: "one", createdAt: runtime.clock() })
    .onConflictDoNothing();
});
afterEach(() => runtime.drop());

const startAt = (place: string) => holdRowsFromElsewhere(runtime.db, place, runtime.clock());
const markCopied = () => markBroughtHere(runtime.database.pool as never);
const held = () => heldSince(runtime.db);
const release = () => releaseOutgoing(systemCtx(runtime, "start"), {});

describe("rows are held", () => {
  test.each([
    ["a first start", ["a"], false],
    ["the same place again", ["a", "a"], false],
    ["another place", ["a", "b"], true],
    ["another place, and back: the hold stays", ["a", "b", "a"], true],
  ])("%s", async (_what, places, isHeld) => {
    for (const place of places) await startAt(place);
    expect((await held()) !== null).toBe(isHeld);
  });

  test("a mark of a restore or a copied folder counts once, also on rows that know no place", async () => {
    await markCopied();
    await startAt("a");
    expect(await held()).toEqual(runtime.clock());
    await release();
    await startAt("a");
    expect(await held()).toBeNull();
    await markCopied();
    await startAt("a");
    expect(await held()).not.toBeNull();
  });

  test("a place that was released is known from then on", async () => {
    for (const place of ["a", "b"]) await startAt(place);
    await release();
    for (const place of ["a", "b", "a"]) await startAt(place);
    expect(await held()).toBeNull();
  });
});

describe("a release", () => {
  test("needs the capability and a fresh sign-in, and is in the audit once", async () => {
    for (const place of ["a", "b"]) await startAt(place);
    const admin = await createPerson(runtime, { role: 3 });
    const releaseAs = (changes: Partial<Person>) => releaseOutgoing(ctxFor(runtime, { ...admin, ...changes }), {});
    expect(await releaseAs({ capabilities: ["orders", "money"] })).toMatchObject({ ok: false, code: "not-found" });
    expect(await releaseAs({ freshAt: null })).toMatchObject({ ok: false, code: "step-up" });
    expect(await held()).not.toBeNull();
    for (let times = 0; times < 2; times += 1)
      expect(await releaseAs({ capabilities: ["settings"] })).toMatchObject({ ok: true });
    expect(await held()).toBeNull();
    expect((await runtime.db.select().from(audit)).map(({ action }) => action)).toEqual(["system.released"]);
  });

  test("e-mails wait for it, those that a person asked for after the hold began do not", async () => {
    const given: string[] = [];
    const mailer: Mailer = {
      kind: "smtp",
      send: async ({ to }) => {
        given.push(to);
        return { ok: true };
      },
    };
    const send = () =>
      sendDueMails(
        openMailRuntime(runtime.db, mailer, () => runtime.clock()),
        { shopOf: async () => ({ siteName: "Shop", pen: "#263FAF" }), askedKinds: ["account.start"] },
      );
    await startAt("a");
    await queueMail(runtime.db, testMail("before"), runtime.clock());
    await queueMail(runtime.db, testMail("code-before", { kind: "account.start" }), runtime.clock());
    runtime.setNow(new Date(runtime.clock().getTime() + 60_000));
    await startAt("b");
    await queueMail(runtime.db, testMail("after"), runtime.clock());
    await queueMail(runtime.db, testMail("code", { kind: "account.start" }), runtime.clock());
    expect([await send(), given]).toEqual([1, ["clientcode@example.org"]]);
    await release();
    expect([await send(), await send()]).toEqual([3, 0]);
    expect(given.slice(1).sort()).toEqual(["after", "before", "code-before"].map((who) => `client${who}@example.org`));
  });
});
