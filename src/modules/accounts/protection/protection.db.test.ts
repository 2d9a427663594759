import { and, eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { newId } from "#src/platform/ids.ts";
import { audit, mails, outbox } from "#src/platform/tables.ts";
import { runDueTimers } from "#src/platform/timers.ts";
import { hourMs, minuteMs } from "#src/shared/units.ts";
import { isSealedFor, type Person } from "#src/shared/viewer.ts";
import { must } from "#tests/support/must.ts";
import { createAccountsRuntime, createPerson, sessionCookie } from "#tests/support/people.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { type OwnsOrder, ownOrderPort } from "../ports.ts";
import { resolveViewer } from "../sessions/viewer.ts";
import { askOpening, confirmOpening, refuseOpening } from "./open-sealed.ts";
import { mySeal, sealForAdmin } from "./read-seal.ts";
import { sealOpenings, seals } from "./seal-tables.ts";
import {
  addToReport,
  answerReport,
  liftSeal,
  readReport,
  reportThreat,
  unansweredReportTimer,
} from "./threat-reports.ts";

/** Whose order each is. */
const clients = new Map<string, string>();
const ownsOrder: OwnsOrder = async (_, { orderId, clientId }) => clients.get(orderId) === clientId;
const runtime = await createAccountsRuntime({ mode: "demo", ports: [[ownOrderPort, ownsOrder]] });
afterAll(() => runtime.drop());
const owner = await createPerson(runtime, { role: 3, name: "Marta Klein", email: "owner@shop.test" });
const second = await createPerson(runtime, { role: 3, name: "Jonas Berg" });
const as = (person: Person) => ctxFor(runtime, person);
const later = (ms: number) => runtime.setNow(new Date(runtime.clock().getTime() + ms));
const report = { orderId: null, channels: ["email" as const], text: "They want 300 dollars." };
const reason = "The threat quotes words from a chat.";

let client: Person;
beforeEach(async () => {
  client = await createPerson(runtime, { name: "Linh Tran" });
  expect(await reportThreat(as(client), report)).toMatchObject({ ok: true });
});

const askFor = (by: Person, to: Person) =>
  askOpening(as(by), { personId: client.id, parts: ["messages"], reason, secondId: to.id, minutes: 30 });
const openingNow = async (): Promise<string> =>
  (await runtime.db.select().from(sealOpenings).orderBy(sealOpenings.askedAt, sealOpenings.id)).at(-1)?.id ?? "";
/** As the next request of this admin sees it. */
const isSealed = async (admin: Person, part: "contact" | "messages") => {
  const headers = new Headers({ cookie: await sessionCookie(runtime, admin) });
  return isSealedFor(await resolveViewer(runtime, headers), client.id, part);
};
const actionsOf = async (personId: string) =>
  (await runtime.db.select({ action: audit.action }).from(audit).where(eq(audit.subject, personId)).orderBy(audit.at))
    .map(({ action }) => action)
    .filter((action) => action.startsWith("seal."));

test("a report seals at once for every admin, and the owner gets an e-mail that names nobody", async () => {
  for (const admin of [owner, second]) expect(await isSealed(admin, "contact")).toBe(true);
  const [mail] = await runtime.db
    .select()
    .from(mails)
    .where(and(eq(mails.to, owner.email), eq(mails.kind, "account.threat-reported")))
    .limit(1);
  expect(mail).toBeDefined();
  expect(JSON.stringify(mail)).not.toMatch(/Linh|Tran|300 dollars/);
  const events = await runtime.db.select().from(outbox).where(eq(outbox.name, "protection.reported"));
  expect(events.find(({ subject }) => subject === client.id)?.payload).toMatchObject({ owners: [second.id, owner.id] });
});

test("sent twice it is one seal; more is added; nobody's account is sealed but a client's", async () => {
  expect(await reportThreat(as(client), { ...report, text: "Once more." })).toMatchObject({ ok: true });
  expect(await addToReport(as(client), { text: "A new message." })).toMatchObject({ ok: true });
  const mine = await mySeal(as(client), {});
  expect(mine.ok && mine.value?.lines.map(({ text }) => text)).toEqual([report.text, "Once more.", "A new message."]);
  expect(await actionsOf(client.id)).toEqual(["seal.set"]);
  expect(await addToReport(as(client), { text: " " })).toMatchObject({ code: "invalid" });
  expect(await addToReport(as(client), { text: "", pictures: true }), "pictures need no words").toMatchObject({
    ok: true,
  });
  expect(must(await mySeal(as(client), {}))?.lines).toHaveLength(3);
  const waits = { ...owner, role: 1 as const, waitingRole: 3 as const };
  for (const other of [owner, waits, await createPerson(runtime, { role: 2 })])
    expect(await reportThreat(as(other), report)).toMatchObject({ code: "forbidden" });
});

test("a report names an own order alone, and does not fail for another one", async () => {
  const [own, foreign] = [newId(), newId()];
  const [mine, another] = [await createPerson(runtime), await createPerson(runtime)];
  clients.set(own, mine.id).set(foreign, client.id);
  must(await reportThreat(as(mine), { ...report, orderId: own }));
  must(await reportThreat(as(another), { ...report, orderId: foreign }));
  const rows = await runtime.db.select().from(seals);
  expect([mine, another].map(({ id }) => rows.find(({ personId }) => personId === id)?.orderId)).toEqual([own, null]);
});

test("what is added within an hour sends the owners one e-mail, and the next hour another one", async () => {
  const sent = async () =>
    (
      await runtime.db
        .select()
        .from(mails)
        .where(and(eq(mails.to, owner.email), eq(mails.kind, "account.threat-reported")))
    ).filter(({ content }) => content?.button?.path.endsWith(client.id)).length;
  const start = new Date((Math.floor(runtime.clock().getTime() / hourMs) + 1) * hourMs);
  runtime.setNow(start);
  const before = await sent();
  for (let at = 0; at < 5; at += 1) await addToReport(as(client), { text: `Message ${at}` });
  expect((await sent()) - before).toBe(1);
  const events = await runtime.db.select().from(outbox).where(eq(outbox.subject, client.id));
  const counts = events.filter(({ name, at }) => name === "protection.reported" && at >= start);
  expect(counts.map(({ payload }) => payload.lines).sort()).toEqual([1, 2, 3, 4, 5]);
  later(hourMs);
  await addToReport(as(client), { text: "An hour later" });
  expect((await sent()) - before).toBe(2);
});

test("who has money alone asks for the name and contact, and nothing else; an admin for orders confirms it", async () => {
  const cashier = { ...(await createPerson(runtime, { role: 3, name: "Cashier" })), capabilities: ["money" as const] };
  await runtime.database.pool.query("update accounts.people set capabilities = $2 where id = $1", [
    cashier.id,
    '["money"]',
  ]);
  const asked = (parts: string[], secondId = second.id) =>
    askOpening(as(cashier), { personId: client.id, parts, reason, secondId, minutes: 30 });
  expect(await asked(["contact", "messages"])).toMatchObject({ ok: false, fields: [{ path: "parts" }] });
  expect(await asked(["contact"])).toMatchObject({ ok: true });
  const openingId = await openingNow();
  expect(await confirmOpening(as({ ...cashier, freshAt: runtime.clock() }), { openingId })).toMatchObject({
    ok: false,
  });
  expect(await confirmOpening(as({ ...second, freshAt: runtime.clock() }), { openingId })).toMatchObject({ ok: true });
  expect([await isSealed(cashier, "contact"), await isSealed(cashier, "messages")]).toEqual([false, true]);
  const other = { ...cashier, capabilities: ["chat" as const] };
  expect(
    await askOpening(as(other), { personId: client.id, parts: ["contact"], reason, secondId: second.id, minutes: 30 }),
  ).toMatchObject({ code: "not-found" });
});

test("the owner alone reads the report, which the client sees, and answers there", async () => {
  const some = { ...owner, capabilities: owner.capabilities.filter((one) => one !== "prices") };
  for (const other of [some, client])
    expect(await readReport(as(other), { personId: client.id })).toMatchObject({ code: "not-found" });
  const before = await sealForAdmin(as(owner), { personId: client.id });
  expect(before.ok && before.value).toMatchObject({
    report: null,
    name: `Client ${client.id.slice(-4).toUpperCase()}`,
  });
  await readReport(as(owner), { personId: client.id });
  await answerReport(as(owner), { personId: client.id, text: "You are safe here." });
  const shown = await sealForAdmin(as(owner), { personId: client.id });
  expect(shown.ok && shown.value.report?.lines.map(({ side }) => side)).toEqual(["client", "shop"]);
  const mine = await mySeal(as(client), {});
  expect(mine.ok && mine.value).toMatchObject({ reader: "Marta Klein", lines: [{}, { text: "You are safe here." }] });
});

test("a report that nobody answered in its hours reaches the owners again, once", async () => {
  const late = async () =>
    (await runtime.db.select({ payload: outbox.payload }).from(outbox).where(eq(outbox.subject, client.id))).filter(
      ({ payload }) => payload.late === true,
    );
  const tick = () => runDueTimers(runtime, [unansweredReportTimer]);
  later(24 * hourMs - 1);
  await tick();
  expect(await late()).toEqual([]);
  later(1);
  await tick();
  later(24 * hourMs);
  await tick();
  expect(await late()).toHaveLength(1);
  const found = await runtime.db.select().from(mails).where(eq(mails.subject, "A report of a threat has no answer"));
  expect(found.map(({ to }) => to)).toEqual(expect.arrayContaining([owner.email, second.email]));
  expect(JSON.stringify(found)).not.toMatch(/Linh|Tran|300 dollars/);
});

test.each([
  ["answered", () => answerReport(as(owner), { personId: client.id, text: "You are safe here." })],
  ["whose seal is off", () => liftSeal(as(client), {})],
])("owners are not alerted again of a report %s", async (_what, end) => {
  expect(await end()).toMatchObject({ ok: true });
  later(25 * hourMs);
  await runDueTimers(runtime, [unansweredReportTimer]);
  expect(await actionsOf(client.id)).not.toContain("seal.unanswered");
});

test("a part opens with a reason and a second person, for both alone, and closes by itself", async () => {
  expect(await askFor(owner, owner)).toMatchObject({ ok: false, fields: [{ path: "secondId" }] });
  expect(await askFor(owner, second)).toMatchObject({ ok: true });
  const openingId = await openingNow();
  expect(await isSealed(owner, "messages")).toBe(true);
  for (const other of [owner, client])
    expect(await confirmOpening(as(other), { openingId })).toMatchObject({ code: "not-found" });
  expect(await confirmOpening(as({ ...second, freshAt: null }), { openingId })).toMatchObject({ code: "step-up" });
  expect(await confirmOpening(as(second), { openingId })).toMatchObject({ ok: true });
  expect(await confirmOpening(as(second), { openingId })).toMatchObject({ code: "conflict" });
  const third = await createPerson(runtime, { role: 3 });
  expect([await isSealed(owner, "messages"), await isSealed(second, "messages")]).toEqual([false, false]);
  expect([await isSealed(owner, "contact"), await isSealed(third, "messages")]).toEqual([true, true]);
  const mine = await mySeal(as(client), {});
  expect(mine.ok && mine.value?.openings).toMatchObject([{ by: "Marta Klein", second: "Jonas Berg", reason }]);
  later(31 * minuteMs);
  expect(await isSealed(owner, "messages")).toBe(true);
  expect(await actionsOf(client.id)).toEqual(["seal.set", "seal.opening-asked", "seal.opened"]);
});

test("what was refused, or not confirmed in its hours, opens nothing", async () => {
  await askFor(owner, second);
  const first = await openingNow();
  expect(await refuseOpening(as(second), { openingId: first })).toMatchObject({ ok: true });
  expect(await confirmOpening(as(second), { openingId: first })).toMatchObject({ code: "conflict" });
  await askFor(owner, second);
  later(2 * hourMs + 1);
  expect(await confirmOpening(as(second), { openingId: await openingNow() })).toMatchObject({ code: "conflict" });
  expect(await isSealed(owner, "messages")).toBe(true);
});

test("the person takes the seal off; what waits to be opened ends with it", async () => {
  await askFor(owner, second);
  const openingId = await openingNow();
  expect(await liftSeal(as(second), {})).toMatchObject({ code: "not-found" });
  expect(await liftSeal(as(client), {})).toMatchObject({ ok: true });
  expect(await confirmOpening(as(second), { openingId })).toMatchObject({ code: "conflict" });
  expect(await isSealed(owner, "contact")).toBe(false);
  expect(await mySeal(as(client), {})).toMatchObject({ ok: true, value: null });
});
