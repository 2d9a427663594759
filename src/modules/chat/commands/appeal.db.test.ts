import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { blockPerson } from "#src/modules/accounts/index.server.ts";
import { requestFixture } from "#src/modules/orders/screening/requests.testing.ts";
import { mails, outbox } from "#src/platform/tables.ts";
import { runDueTimers } from "#src/platform/timers.ts";
import { guest, type Person } from "#src/shared/viewer.ts";
import { must } from "#tests/support/must.ts";
import { createPerson } from "#tests/support/people.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { readEnquiry } from "../queries/inbox.ts";
import { enquiries } from "../tables.ts";
import { appealRequest, appealTimer, myAppeal } from "./appeal.ts";
import { answerEnquiry, askEnquiry } from "./enquiries.ts";

const { runtime, later, hold, people, decide } = await requestFixture();
const as = (viewer: Person) => ctxFor(runtime, { ...viewer, freshAt: runtime.clock() });
const text = "The quiz is a practice quiz without marks.";

/** A request of a client that Ada refused. */
const refused = async () => {
  const cast = await people();
  const { id } = await hold(cast.client);
  must(await decide(cast.ada, id, "refuse"));
  return { ...cast, requestId: id };
};
const appealOf = async (personId: string) => {
  const [row] = await runtime.db.select().from(enquiries).where(eq(enquiries.personId, personId));
  if (!row) throw new Error("There is no appeal.");
  return row;
};
const events = async (name: string, subject: string) =>
  (
    await runtime.db
      .select()
      .from(outbox)
      .where(and(eq(outbox.name, name), eq(outbox.subject, subject)))
  ).length;

describe("an appeal of a refused request", () => {
  test("is made once, is answered by another admin, by e-mail and with a notice", async () => {
    const { client, ada, ben, requestId } = await refused();
    must(await appealRequest(as(client), { requestId, text }));
    must(await appealRequest(as(client), { requestId, text }));
    expect(await appealRequest(as(client), { requestId, text: "Once more." })).toMatchObject({ code: "conflict" });
    const { id: enquiryId } = await appealOf(client.id);
    expect(must(await readEnquiry(as(ben), { enquiryId }))).toMatchObject({ about: "appeal", decidedBy: "Ada" });
    const answer = "We looked again, and you are right. Please send it once more.";
    expect(await answerEnquiry(as(ada), { enquiryId, answer })).toMatchObject({ code: "forbidden" });
    must(await answerEnquiry(as(ben), { enquiryId, answer }));
    expect(must(await myAppeal(as(client), { requestId }))).toMatchObject({ text, answer });
    const [mail] = await runtime.db
      .select()
      .from(mails)
      .where(eq(mails.onceKey, `enquiry:${enquiryId}`));
    expect(mail).toMatchObject({ to: client.email, subject: "Our answer to your appeal" });
    expect(await events("chat.appeal-answered", client.id)).toBe(1);
  });

  test("is for its client alone, and only after a person refused", async () => {
    const { client, ada, requestId } = await refused();
    const other = await createPerson(runtime);
    for (const viewer of [other, ada])
      expect(await appealRequest(as(viewer), { requestId, text })).toMatchObject({ code: "not-found" });
    expect(await appealRequest(ctxFor(runtime, guest), { requestId, text })).toMatchObject({ code: "not-found" });
    expect(await appealRequest(as(client), { requestId, text: " " })).toMatchObject({ fields: [{ path: "text" }] });
    const waiting = await hold(other);
    expect(await appealRequest(as(other), { requestId: waiting.id, text })).toMatchObject({ code: "not-found" });
    must(await appealRequest(as(client), { requestId, text }));
    expect(must(await myAppeal(as(other), { requestId }))).toBeNull();
    const impersonator = { id: ada.id, timeZone: null, impersonationId: "any", until: runtime.clock() };
    expect(must(await myAppeal(as({ ...client, impersonator }), { requestId })), "seen as the client").toBeNull();
  });

  test("that nobody answered in its hours sounds an alarm, once; an answered one does not", async () => {
    const [first, second] = [await refused(), await refused()];
    for (const { client, requestId } of [first, second]) must(await appealRequest(as(client), { requestId, text }));
    const [open, done] = [await appealOf(first.client.id), await appealOf(second.client.id)];
    must(await answerEnquiry(as(second.ben), { enquiryId: done.id, answer: "No." }));
    const late = async () => [await events("chat.appeal-late", open.id), await events("chat.appeal-late", done.id)];
    later(71.9);
    await runDueTimers(runtime, [appealTimer]);
    expect(await late()).toEqual([0, 0]);
    later(72);
    await runDueTimers(runtime, [appealTimer]);
    later(200);
    await runDueTimers(runtime, [appealTimer]);
    expect(await late()).toEqual([1, 0]);
  });
});

describe("an account that an admin closed", () => {
  test("is appealed by the contact page without an account; what is sent after it is a question", async () => {
    const { client, ada, ben } = await people();
    must(await blockPerson(as(ada), { personId: client.id, reason: "Chargebacks on three orders." }));
    const form = { name: "Linh", email: client.email, text: "My bank did it by mistake." };
    must(await askEnquiry(ctxFor(runtime, guest), form));
    const appeal = await appealOf(client.id);
    expect(appeal).toMatchObject({ about: "appeal", decidedBy: ada.id, text: form.text });
    must(await askEnquiry(ctxFor(runtime, guest), { ...form, text: "Is there an answer?" }));
    const rows = await runtime.db.select().from(enquiries).where(eq(enquiries.email, client.email.toLowerCase()));
    expect(rows.map(({ about }) => about).sort()).toEqual(["appeal", "question"]);
    const mine = { enquiryId: appeal.id, answer: "The account is open again." };
    expect(await answerEnquiry(as(ada), mine)).toMatchObject({ code: "forbidden" });
    must(await answerEnquiry(as(ben), mine));
  });

  test("an open account asks a question", async () => {
    const { client } = await people();
    must(await askEnquiry(ctxFor(runtime, guest), { name: "Linh", email: client.email, text: "Hello?" }));
    const [row] = await runtime.db.select().from(enquiries).where(eq(enquiries.email, client.email.toLowerCase()));
    expect(row).toMatchObject({ about: "question", matter: null });
  });
});
