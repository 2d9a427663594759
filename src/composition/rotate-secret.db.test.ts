import { eq } from "drizzle-orm";
import pg from "pg";
import { expect, test } from "vitest";
import { codeKey } from "#src/modules/accounts/factors/codes.ts";
import { backupCodes, people, totps } from "#src/modules/accounts/tables.ts";
import { endpoints, keys } from "#src/modules/api/tables.ts";
import { sealedSecret, secretsOf } from "#src/modules/api/webhooks/secrets.ts";
import { openMessage, sealMessage } from "#src/modules/chat/threads/hidden-details.ts";
import { openCheck, openSummary, sealCheck } from "#src/modules/checker/kept/kept-checks.ts";
import { typedTextsOf } from "#src/modules/orders/index.server.ts";
import { openPassage } from "#src/modules/orders/passages/note-passages.ts";
import { hiddenPassages } from "#src/modules/orders/passages/passage-tables.ts";
import { hideContacts, keepTyped } from "#src/modules/orders/storage/hidden-texts.ts";
import { accountFingerprint, openMethod, sealMethod } from "#src/modules/payments/payouts/method-store.ts";
import { payoutMethods } from "#src/modules/payments/payouts/payout-tables.ts";
import { accountsOf } from "#src/modules/payments/transfer/refund-account.ts";
import { inTransaction } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { keyFor, OtherSecretError, refuseOtherSecret, seal, secretMark, unseal } from "#src/platform/secret.ts";
import { installation, mails } from "#src/platform/tables.ts";
import { done } from "#src/shared/outcome.ts";
import { insertMarked } from "#tests/support/every-table.ts";
import { createPerson } from "#tests/support/people.ts";
import { createTestRuntime, ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { keyUses } from "../../scripts/docs/security/data-classes.ts";
import { rotateTo, secretUses } from "./rotate-secret.ts";

const runtime = await forThisFile(createTestRuntime());
const next = "another secret for tests that is long enough";
const renewed = { ...runtime, secret: next };
const client = await createPerson(runtime);
const account = "DE89370400440532013000";

/** Inserts a row of a table with these values, and anything where it must have some. */
const row = async (table: string, links: Readonly<Record<string, string>>): Promise<void> => {
  await runtime.database.pool.query(`alter table ${table} disable trigger all`);
  await insertMarked(runtime, { table, marked: [], links }, "");
};

test("each key that is made of the secret is rotated, or belongs to what ends within hours anyway", () => {
  const lapse = ["mark", "mail addresses", "quotes", "sandbox events", "setup marks", "own address", "prepared-orders"];
  const withTheirText = ["bank accounts", "marks of hidden passages"];
  const rotated = new Set(secretUses.map(({ purpose }) => purpose));
  expect([...rotated, ...lapse, ...withTheirText].sort()).toEqual(Object.keys(keyUses).sort());
});

test("after a rotation everything sealed opens with the new secret alone; what cannot be computed anew ends", async () => {
  const [message, check, endpoint, payout, refund, orderId] = [newId(), newId(), newId(), newId(), newId(), newId()];
  await row("accounts.totps", { person_id: client.id, secret: seal(codeKey(runtime.secret), "SEED", client.id) });
  await row("accounts.backup_codes", { person_id: client.id, hash: "h" });
  const token = seal(keyFor(runtime.secret, "apple id tokens"), "token", client.id);
  await runtime.db.update(people).set({ appleIdToken: token }).where(eq(people.id, client.id));
  await row("api.endpoints", {
    id: endpoint,
    secret: sealedSecret(runtime, endpoint, "whsec_1"),
    url: "https://a.example",
  });
  await row("api.keys", { prefix: "pw_test" });
  await row("chat.thread_messages", { id: message, sealed: sealMessage(runtime, message, "as typed") });
  const report = { band: "unclear", words: 3 } as never;
  const facts = {} as never;
  await row("checker.kept_checks", {
    id: check,
    ...sealCheck(runtime.secret, check, { report, text: "Words of one.", kind: "essay", left: [], facts }),
  });
  const method = {
    kind: "bank",
    legalName: "Ada",
    country: "DE",
    account,
    bankCode: "",
    bankName: "",
    currency: "EUR",
  };
  const sealed = sealMethod(runtime, { ...method, note: "" } as never, client.id);
  await row("payments.payout_methods", {
    writer_id: client.id,
    sealed,
    fingerprint: accountFingerprint(runtime, account),
  });
  await row("payments.payouts", { id: payout, sealed: sealMethod(runtime, method as never, payout) });
  const named = JSON.stringify({ holder: "Ada", account, bank: "COBADEFF" });
  await row("payments.refund_accounts", {
    refund_id: refund,
    sealed: seal(keyFor(runtime.secret, "refund accounts"), named, refund),
  });
  await row("payments.settlements", { payer_mark: "mark" });
  const hidden = hideContacts("Write to ada@mail.example", client);
  await inTransaction(ctxFor(runtime, client), async (work) =>
    done(await keepTyped(work, { orderId, actor: { kind: "C", id: client.id }, hidden })),
  );
  const passage = async () => (await runtime.db.select().from(hiddenPassages))[0];
  const before = await passage();
  await runtime.db.insert(installation).values({ id: 1, mode: "real", installId: "i", createdAt: runtime.clock() });

  const lines = await rotateTo(runtime, next);
  expect(lines).toContain("Sealed anew: 1 (payout accounts of writers).");
  expect(lines).toContain("Ended: 1 (keys of programs; make new ones).");
  expect(lines.filter((line) => line.startsWith("Could not"))).toEqual([]);

  const [app] = await runtime.db.select().from(totps);
  expect(unseal(codeKey(next), app?.secret ?? "", client.id)).toBe("SEED");
  expect(unseal(codeKey(runtime.secret), app?.secret ?? "", client.id), "not with the old one").toBeNull();
  const [person] = await runtime.db.select().from(people).where(eq(people.id, client.id));
  expect(unseal(keyFor(next, "apple id tokens"), person?.appleIdToken ?? "", client.id)).toBe("token");
  const [hook] = await runtime.db.select().from(endpoints);
  expect(hook && secretsOf(renewed, hook, runtime.clock())).toEqual(["whsec_1"]);
  const sealedMessage = "select sealed from chat.thread_messages";
  const text = (await runtime.database.pool.query(sealedMessage)).rows[0].sealed;
  expect(openMessage(renewed, message, text)).toBe("as typed");
  const kept = (await runtime.database.pool.query("select id, summary, content from checker.kept_checks")).rows[0];
  expect([openCheck(next, kept).text, openSummary(next, kept).words]).toEqual(["Words of one.", 3]);
  const [given] = await runtime.db.select().from(payoutMethods);
  expect(openMethod(renewed, given?.sealed ?? "", client.id)?.account).toBe(account);
  expect(given?.fingerprint, "the same account is still found").toBe(accountFingerprint(renewed, account));
  const paid = (await runtime.database.pool.query("select sealed from payments.payouts")).rows[0];
  expect(openMethod(renewed, paid.sealed, payout)?.account).toBe(account);
  expect((await accountsOf(renewed, [refund])).get(refund)?.holder).toBe("Ada");
  expect((await typedTextsOf(renewed, runtime.db, orderId)).map((one) => one.text)).toEqual([
    "Write to ada@mail.example",
  ]);
  const after = await passage();
  expect(after && openPassage(renewed, after)?.passage).toBe("ada@mail.example");
  expect(after?.mark).not.toBe(before?.mark);

  expect((await runtime.db.select().from(keys)).every(({ revokedAt }) => revokedAt !== null)).toBe(true);
  expect(await runtime.db.select().from(backupCodes)).toEqual([]);
  const sent = await runtime.db.select().from(mails).where(eq(mails.to, client.email));
  expect(sent.map(({ kind }) => kind)).toEqual(["account.backup-codes-ended"]);
  expect((await runtime.database.pool.query("select payer_mark from payments.settlements")).rows).toEqual([
    { payer_mark: null },
  ]);
  expect((await runtime.db.select().from(installation))[0]?.secretMark).toBe(secretMark(next));
});

test("is refused while a process serves this database, and for a secret that is short or the same", async () => {
  await expect(rotateTo(runtime, "short")).rejects.toThrow("at least 32 characters");
  await expect(rotateTo(runtime, runtime.secret)).rejects.toThrow("the one in use");
  const process = new pg.Client({ ...runtime.database.connection, application_name: "paperwright live" });
  await process.connect();
  await expect(rotateTo(runtime, "one more secret for tests, long enough")).rejects.toThrow("stop every process");
  await process.end();
});

test("the new secret is kept before anything depends on it, and a process that starts meanwhile is refused", async () => {
  const sealed = { ...runtime, secret: next };
  const third = "a third secret for tests that is long enough";
  const kept: string[] = [];
  const started: Promise<void>[] = [];
  await rotateTo(sealed, third, () => {
    kept.push(third);
    started.push(refuseOtherSecret(runtime.database.pool, next, runtime.config));
  });
  expect(kept).toEqual([third]);
  await expect(Promise.all(started)).rejects.toThrow(OtherSecretError);
});
