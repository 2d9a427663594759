import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import { people } from "#src/modules/accounts/tables.ts";
import { files } from "#src/modules/files/tables.ts";
import { placeOrder } from "#src/modules/orders/index.server.ts";
import { doAct, openOrderRuntime, rowOf as orderRowOf, place, placing } from "#src/modules/orders/orders.testing.ts";
import { newId } from "#src/platform/ids.ts";
import { audit, mails } from "#src/platform/tables.ts";
import { type Person, sealedName } from "#src/shared/viewer.ts";
import { createPerson } from "#tests/support/people.ts";
import { ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { sweepApplications } from "../jobs.ts";
import { writerData } from "../personal-data.ts";
import {
  applicationFilePolicy,
  applicationForAdmin,
  ownApplication,
  waitingApplications,
} from "../queries/applications.ts";
import { applications, writers } from "../tables.ts";
import { saveApplication, sendApplication, withdrawApplication } from "./own-application.ts";
import { acceptApplication, askBack, declineApplication } from "./review-application.ts";

let runtime: TestRuntime;
let admin: Person;
let other: Person;
beforeAll(async () => {
  runtime = await openOrderRuntime();
  [admin, other] = [await createPerson(runtime, { role: 3 }), await createPerson(runtime, { role: 3 })];
});
afterAll(() => runtime.drop());

const fields = {
  ...{ name: "Ines Carvalho", country: "PT", timeZone: "Europe/Lisbon", hours: "12", consent: "on" },
  background: "A doctorate in biology and six years of teaching it.",
  ...{ "kind-essays": "on", "subject-1": "History", "level-1": "master", "subject-2": "Psychology" },
  ...{ "level-2": "bachelor", "language-1": "Portuguese", "fluency-1": "first" },
  task: "One idea that beginners often misunderstand is what a cause is. ".repeat(15),
};

const sample = async (owner: Person): Promise<string> => {
  const id = newId();
  await runtime.db.insert(files).values({
    ...{ id, key: id, ownerId: owner.id, purpose: "application", about: "application", name: `${id}.txt` },
    ...{ state: "ready", size: 10, createdAt: runtime.clock() },
  });
  return id;
};
const send = async (who: Person, more: Record<string, string> = {}) =>
  sendApplication(ctxFor(runtime, who), {
    fields: { ...fields, ...more },
    files: `${await sample(who)},${await sample(who)}`,
  });
const rowOf = async ({ id }: Person) => {
  const [row] = await runtime.db.select().from(applications).where(eq(applications.personId, id));
  if (!row) throw new Error("No application");
  return row;
};
const applicant = async (): Promise<Person> => {
  const person = await createPerson(runtime, { role: 1 });
  expect(await send(person)).toMatchObject({ ok: true });
  return person;
};
const seenOf = async (who: Person) => {
  const { id, version } = await rowOf(who);
  return { applicationId: id, seenVersion: version };
};
const terms = { grade: "2", capacity: "4", sharePercent: "" };
const accept = async (by: Person, who: Person, more: object = {}) =>
  acceptApplication(ctxFor(runtime, by), { ...(await seenOf(who)), ...terms, ...more });
const mailsTo = async ({ email }: Person) =>
  (await runtime.db.select().from(mails).where(eq(mails.to, email))).map(({ kind }) => kind);

describe("an applicant", () => {
  test("keeps a draft, sends it with samples and terms, once, and gets a mail", async () => {
    const person = await createPerson(runtime, { role: 1 });
    expect(await saveApplication(ctxFor(runtime, person), { fields: { name: "I" } })).toMatchObject({ ok: true });
    expect(await ownApplication(ctxFor(runtime, person), {})).toMatchObject({ value: { state: "draft" } });
    const input = { fields, files: `${await sample(person)},${await sample(person)}` };
    const [one, two] = await Promise.all([
      sendApplication(ctxFor(runtime, person), input),
      sendApplication(ctxFor(runtime, person), input),
    ]);
    expect([one.ok, two.ok]).toEqual([true, true]);
    expect(await rowOf(person)).toMatchObject({ state: "sent", termsVersion: expect.stringMatching(/^\d{4}-/) });
    expect(await mailsTo(person)).toEqual(["hiring.sent"]);
    expect(await ownApplication(ctxFor(runtime, person), {})).toMatchObject({ value: { files: [{}, {}] } });
    expect(await send(person, { name: "Other" })).toMatchObject({ code: "conflict" });
    expect(await saveApplication(ctxFor(runtime, person), { fields: {} })).toMatchObject({ code: "conflict" });
  });

  test("gets what the first step lacks, and nothing is stored of a refused form", async () => {
    const person = await createPerson(runtime, { role: 1 });
    expect(await send(person, { country: "XX", task: "Short." })).toMatchObject({ fields: [{ path: "country" }] });
    expect(await send(person, { "subject-1": "Magic" })).toMatchObject({ fields: [{ path: "subject-1" }] });
    expect(await sendApplication(ctxFor(runtime, person), { fields, files: "" })).toMatchObject({
      fields: [{ path: "files" }],
    });
    const foreign = [await sample(admin), await sample(admin)].join(",");
    expect(await sendApplication(ctxFor(runtime, person), { fields, files: foreign })).toMatchObject({
      fields: [{ path: "files" }],
    });
    expect(await ownApplication(ctxFor(runtime, person), {})).toEqual({ ok: true, value: null });
  });

  test("is neither a guest, nor a writer, nor an admin", async () => {
    const writer = await createPerson(runtime, { role: 2 });
    expect(await send(writer)).toMatchObject({ code: "forbidden" });
    expect(await send(admin)).toMatchObject({ code: "forbidden" });
    const guest = ctxFor(runtime, { kind: "guest" });
    expect(await sendApplication(guest, { fields, files: "" })).toMatchObject({ code: "signed-out" });
  });

  test("withdraws until somebody decided; row and samples go", async () => {
    const person = await applicant();
    const { id } = await rowOf(person);
    expect(await withdrawApplication(ctxFor(runtime, person), {})).toMatchObject({ ok: true });
    expect(await ownApplication(ctxFor(runtime, person), {})).toMatchObject({ value: null });
    expect(await runtime.db.select().from(files).where(eq(files.attachedTo, id))).toEqual([]);
    const declined = await applicant();
    await declineApplication(ctxFor(runtime, admin), {
      ...(await seenOf(declined)),
      reason: "The samples are too short.",
    });
    expect(await withdrawApplication(ctxFor(runtime, declined), {})).toMatchObject({ code: "conflict" });
  });
});

describe("an admin", () => {
  test("asks back, reads the changed one, accepts: role, terms, subjects, mail, audit", async () => {
    const person = await applicant();
    const question = "Please add a longer sample of your own.";
    expect(await askBack(ctxFor(runtime, admin), { ...(await seenOf(person)), question })).toMatchObject({ ok: true });
    expect(await ownApplication(ctxFor(runtime, person), {})).toMatchObject({ value: { state: "asked", question } });
    expect(await accept(admin, person)).toMatchObject({ code: "conflict" });
    expect(await saveApplication(ctxFor(runtime, person), { fields })).toMatchObject({ ok: true });
    expect(await rowOf(person)).toMatchObject({ state: "asked" });
    expect(await sendApplication(ctxFor(runtime, person), { fields, files: "" })).toMatchObject({ ok: true });
    expect(await accept(admin, person)).toMatchObject({ ok: true });
    expect((await findPeople(runtime.db, [person.id])).get(person.id)).toMatchObject({ role: 2 });
    const [profile] = await runtime.db.select().from(people).where(eq(people.id, person.id));
    expect(profile?.timeZone).toBe("Europe/Lisbon");
    const [writer] = await runtime.db.select().from(writers).where(eq(writers.personId, person.id));
    expect(writer).toMatchObject({
      ...{ grade: 2, capacity: 4, sharePercent: null, active: true },
      subjects: [
        { name: "History", upTo: "master" },
        { name: "Psychology", upTo: "bachelor" },
      ],
    });
    expect(await mailsTo(person)).toEqual(["hiring.sent", "hiring.asked", "hiring.sent", "hiring.accepted"]);
    const rows = await runtime.db.select().from(audit).where(eq(audit.subject, person.id));
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["hiring.sent", "hiring.asked", "hiring.accepted", "account.role-changed"]),
    );
  });

  test("two at once: one decides, the other gets a conflict", async () => {
    const person = await applicant();
    const seen = await seenOf(person);
    const outcomes = await Promise.all([
      acceptApplication(ctxFor(runtime, admin), { ...seen, ...terms }),
      declineApplication(ctxFor(runtime, other), { ...seen, reason: "The task is not finished." }),
      acceptApplication(ctxFor(runtime, other), { ...seen, ...terms }),
    ]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    for (const outcome of outcomes)
      if (!outcome.ok)
        expect(outcome).toMatchObject({
          code: "conflict",
          message: expect.stringContaining("Another admin was faster"),
        });
    const { state } = await rowOf(person);
    const role = (await findPeople(runtime.db, [person.id])).get(person.id)?.role;
    expect([state, role]).toEqual(state === "accepted" ? ["accepted", 2] : ["declined", 1]);
  });

  test("a withdrawal and a decision at once leave no half of either", async () => {
    const person = await applicant();
    const seen = await seenOf(person);
    const [decided, gone] = await Promise.all([
      acceptApplication(ctxFor(runtime, admin), { ...seen, ...terms }),
      withdrawApplication(ctxFor(runtime, person), {}),
    ]);
    expect([decided.ok, gone.ok].filter(Boolean)).toHaveLength(1);
    const role = (await findPeople(runtime.db, [person.id])).get(person.id)?.role;
    expect(role).toBe(decided.ok ? 2 : 1);
  });

  test("needs the capability, a fresh sign-in to accept, words to decline, a grade that exists", async () => {
    const person = await applicant();
    const seen = await seenOf(person);
    const limited: Person = { ...admin, capabilities: ["orders"] };
    expect(await accept(limited, person)).toMatchObject({ code: "not-found" });
    expect(await waitingApplications(ctxFor(runtime, limited), {})).toMatchObject({ code: "not-found" });
    const { applicationId } = seen;
    expect(await applicationForAdmin(ctxFor(runtime, limited), { applicationId })).toMatchObject({ code: "not-found" });
    expect(await accept({ ...admin, freshAt: null }, person)).toMatchObject({ code: "step-up" });
    expect(await accept(admin, person, { grade: "9" })).toMatchObject({ code: "conflict" });
    expect(await accept(admin, person, { capacity: "0" })).toMatchObject({ fields: [{ path: "capacity" }] });
    expect(await declineApplication(ctxFor(runtime, admin), { ...seen, reason: "No" })).toMatchObject({
      fields: [{ path: "reason" }],
    });
    expect(await rowOf(person)).toMatchObject({ state: "sent" });
  });

  test("accepts nobody with open orders of the own, and says which, until they are closed", async () => {
    const client = await createPerson(runtime, { role: 1 });
    const { orderId } = await place(runtime, client);
    expect(await send(client)).toMatchObject({ ok: true });
    const { number } = await orderRowOf(runtime, orderId);
    expect(await accept(admin, client)).toMatchObject({ code: "conflict", message: expect.stringContaining(number) });
    expect(await ownApplication(ctxFor(runtime, client), {})).toMatchObject({ value: { openOrders: [number] } });
    expect((await findPeople(runtime.db, [client.id])).get(client.id)).toMatchObject({ role: 1 });
    await doAct(runtime, client, orderId, "cancel");
    expect(await accept(admin, client)).toMatchObject({ ok: true });
  });

  test("reads what waits, the oldest first, and never a draft", async () => {
    const draft = await createPerson(runtime, { role: 1 });
    await saveApplication(ctxFor(runtime, draft), { fields });
    const person = await applicant();
    const list = await waitingApplications(ctxFor(runtime, admin), {});
    const ids = list.ok ? list.value.map(({ id }) => id) : [];
    expect(ids).toContain((await rowOf(person)).id);
    expect(ids).not.toContain((await rowOf(draft)).id);
    const sent = list.ok
      ? list.value.filter(({ state }) => state === "sent").map(({ sentAt }) => sentAt.getTime())
      : [];
    expect(sent).toEqual(sent.toSorted((a, b) => a - b));
    const { id: applicationId } = await rowOf(draft);
    expect(await applicationForAdmin(ctxFor(runtime, admin), { applicationId })).toMatchObject({ code: "not-found" });
  });
});

test("samples are for the applicant and, once sent, for admins who decide", async () => {
  const person = await applicant();
  const { id } = await rowOf(person);
  const writer = await createPerson(runtime, { role: 2 });
  const sees = (who: Person) => applicationFilePolicy.maySee(ctxFor(runtime, who), id, { id, ownerId: person.id });
  expect([await sees(person), await sees(admin), await sees(writer)]).toEqual([true, true, false]);
  // The applicant is a client who reported a threat.
  const sealed = { ...admin, sealed: new Map([[person.id, []]]) };
  expect(await sees(sealed)).toBe(false);
  const answers = { name: sealedName(person.id), background: "", task: "", subjects: [] };
  expect(await applicationForAdmin(ctxFor(runtime, sealed), { applicationId: id })).toMatchObject({
    value: { answers },
  });
});

test("declined ones and old drafts go after their time, with their samples; an account takes its own with it", async () => {
  const [declined, waiting, leaving] = [await applicant(), await applicant(), await applicant()];
  await declineApplication(ctxFor(runtime, admin), {
    ...(await seenOf(declined)),
    reason: "The samples are too short.",
  });
  const { id } = await rowOf(declined);
  const old = new Date(runtime.clock().getTime() - 181 * 24 * 3_600_000);
  await runtime.db
    .update(applications)
    .set({ decidedAt: old, sentAt: old, updatedAt: old })
    .where(eq(applications.id, id));
  await sweepApplications.run(runtime);
  expect(await runtime.db.select().from(applications).where(eq(applications.id, id))).toEqual([]);
  expect(await runtime.db.select().from(files).where(eq(files.attachedTo, id))).toEqual([]);
  expect(await rowOf(waiting)).toMatchObject({ state: "sent" });
  const held = [];
  for await (const file of writerData.gather(ctxFor(runtime, leaving), leaving)) held.push(file);
  expect(held).toMatchObject([{ path: "application.json", rows: [{ fields: { name: "Ines Carvalho" } }] }]);
});

test("of an order that is placed and an acceptance at the same moment, one stands", async () => {
  for (let round = 0; round < 10; round += 1) {
    const who = await applicant();
    const [placed, accepted] = await Promise.all([placeOrder(ctxFor(runtime, who), placing()), accept(admin, who)]);
    expect([placed.ok, accepted.ok].filter(Boolean)).toHaveLength(1);
    if (!placed.ok) expect(placed.message).toContain("Writers cannot place orders.");
    if (!accepted.ok) expect(accepted.message).toMatch(/own order \w+ is still open/);
  }
});
