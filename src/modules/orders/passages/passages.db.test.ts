import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Person } from "#src/shared/viewer.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { orderFixture } from "../order-fixture.testing.ts";
import { doAct, essay, eventsOf, must, orderIn, person, place, placing, rowOf } from "../orders.testing.ts";
import { adminCounts } from "../queries/admin-today.ts";
import { orderForAdmin } from "../queries/order-for-admin.ts";
import { orderForWriter } from "../queries/writer-orders.ts";
import { dropTypedTexts } from "../storage/hidden-texts.ts";
import { askPassage, decidePassage } from "./decide-passage.ts";
import { hiddenPassages } from "./passage-tables.ts";
import { ownPassages, passageQueue } from "./passages.ts";

const { runtime } = await orderFixture();
const unsure = "Which size? You can dm tomwriter on insta";
const masked = "Which size? You can dm [possible contact hidden] on insta";

const own = async (who: Person, orderId: string) => must(await ownPassages(ctxFor(runtime, who), { orderId }));
const queued = async (admin: Person, orderId: string) =>
  must(await passageQueue(ctxFor(runtime, admin), {})).waiting.filter((one) => one.orderId === orderId);
const decide = (who: Person, passageId: string, verdict: string) =>
  decidePassage(ctxFor(runtime, who), { passageId, verdict });
const ask = (who: Person, passageId: string) => askPassage(ctxFor(runtime, who), { passageId });
const historyTexts = async (admin: Person, orderId: string) =>
  must(await orderForAdmin(ctxFor(runtime, admin), { orderId })).history.flatMap(({ text }) => text ?? []);

const asked = async (question = unsure) => {
  const cast = await orderIn(runtime, "in_progress");
  must(await doAct(runtime, cast.writer, cast.orderId, "hold", { question }));
  const [passage] = await own(cast.writer, cast.orderId);
  if (!passage) throw new Error("Nothing is hidden.");
  return { ...cast, passage };
};

describe("a passage that the judge is not sure about", () => {
  test("is hidden and waits for Support with its surroundings, sealed in the database", async () => {
    const { admin, writer, client, orderId, passage } = await asked();
    expect(await historyTexts(admin, orderId)).toContain(masked);
    expect(passage).toMatchObject({ passage: "tomwriter", before: "Which size? You can dm ", state: "waiting" });
    expect(await queued(admin, orderId)).toMatchObject([{ side: "writer", asked: "judge", mine: false }]);
    expect(await eventsOf(runtime, passage.id)).toEqual(["passage.waits"]);
    expect(await own(client, orderId)).toEqual([]);
    expect(await passageQueue(ctxFor(runtime, writer), {})).toMatchObject({ code: "not-found" });
    const { rows } = await runtime.database.pool.query("select * from orders.hidden_passages");
    expect(JSON.stringify(rows)).not.toContain("tomwriter");
    expect(must(await adminCounts(ctxFor(runtime, admin), {})).requests).toBeGreaterThan(0);
  });

  test("is read as typed when an admin shows it, also in what is written later", async () => {
    const { admin, client, writer, orderId, passage } = await asked();
    must(await decide(admin, passage.id, "show"));
    expect(await historyTexts(admin, orderId)).toContain(unsure);
    expect(await queued(admin, orderId)).toEqual([]);
    expect(await own(writer, orderId)).toMatchObject([{ state: "shown" }]);
    must(await doAct(runtime, client, orderId, "answer", { answer: "dm tomwriter on insta, or t.me/tom_w" }));
    expect(await historyTexts(admin, orderId)).toContain("dm tomwriter on insta, or [link to a messenger hidden]");
    expect(await eventsOf(runtime, passage.id)).toEqual(["passage.waits", "passage.shown"]);
  });

  test("stays hidden when an admin says so, and is not put to Support again", async () => {
    const { admin, client, orderId, passage } = await asked();
    must(await decide(admin, passage.id, "keep"));
    must(await doAct(runtime, client, orderId, "answer", { answer: unsure }));
    expect((await historyTexts(admin, orderId)).filter((text) => text === masked)).toHaveLength(2);
    expect(await queued(admin, orderId)).toMatchObject([{ side: "client" }]);
  });
});

describe("the decision", () => {
  test("is made once when two admins decide at the same time, and never about the own order", async () => {
    const { admin, client, writer, passage } = await asked();
    const asAdmin = (who: Person): Person => ({ ...who, role: 3, capabilities: admin.capabilities });
    for (const who of [asAdmin(client), asAdmin(writer)])
      expect(await decide(who, passage.id, "show")).toMatchObject({ code: "forbidden" });
    for (const who of [client, writer])
      expect(await decide(who, passage.id, "show")).toMatchObject({ code: "not-found" });
    expect(await decide(admin, passage.id, "perhaps")).toMatchObject({ code: "invalid" });
    expect(await decide(admin, "nothing", "show")).toMatchObject({ code: "not-found" });
    const both = await Promise.all([decide(admin, passage.id, "show"), decide(admin, passage.id, "keep")]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    const [row] = await runtime.db.select().from(hiddenPassages).where(eq(hiddenPassages.id, passage.id));
    must(await decide(admin, passage.id, row?.state === "shown" ? "show" : "keep"));
    const { rows } = await runtime.database.pool.query(
      "select count(*)::int n from platform.audit where action like 'passage.%' and detail->>'place' = 'step' and subject = $1",
      [row?.orderId],
    );
    expect(rows).toEqual([{ n: 1 }]);
  });
});

describe("a brief", () => {
  const certain = "write to nina.k@example.com please";
  const brief = async () => {
    const client = person();
    const fields = {
      ...essay,
      title: `Memory, ${certain}`,
      instructions: `Two parts. ${unsure}`,
      checklist: `A page\n${unsure}`,
    };
    const { orderId } = await place(runtime, client, placing(fields));
    const { writer, admin } = await orderIn(runtime, "in_progress");
    await runtime.database.pool.query("update orders.orders set status = 'in_progress', writer_id = $1 where id = $2", [
      writer.id,
      orderId,
    ]);
    const read = async () => must(await orderForWriter(ctxFor(runtime, writer), { orderId }));
    return { client, writer, admin, orderId, read };
  };

  test("tells its client what the writer does not read; only what is certain can be asked for", async () => {
    const { client, writer, admin, orderId, read } = await brief();
    const passages = await own(client, orderId);
    expect(passages.map(({ passage, state }) => [passage, state])).toEqual([
      ["nina.k@example.com", "hidden"],
      ["tomwriter", "waiting"],
    ]);
    const [hidden] = passages;
    expect(await ask(writer, hidden?.id ?? "")).toMatchObject({ code: "not-found" });
    expect(await ask(admin, hidden?.id ?? "")).toMatchObject({ code: "not-found" });
    expect(await decide(admin, hidden?.id ?? "", "show")).toMatchObject({ code: "conflict" });
    for (const _ of [1, 2]) must(await ask(client, hidden?.id ?? ""));
    expect((await queued(admin, orderId)).map((one) => one.asked).toSorted()).toEqual(["person", "judge"].toSorted());
    must(await decide(admin, hidden?.id ?? "", "show"));
    expect(await ask(client, hidden?.id ?? "")).toMatchObject({ code: "conflict" });
    expect((await read()).title).toBe(`Memory, ${certain}`);
    expect((await rowOf(runtime, orderId))?.title).toBe(`Memory, ${certain}`);
  });

  test("is read whole by its writer when its passage is shown, the checklist too", async () => {
    const { client, admin, orderId, read } = await brief();
    expect(await read()).toMatchObject({ instructions: `Two parts. ${masked}`, checklist: ["A page", masked] });
    const waiting = (await own(client, orderId)).find(({ state }) => state === "waiting");
    must(await decide(admin, waiting?.id ?? "", "show"));
    expect(await read()).toMatchObject({ instructions: `Two parts. ${unsure}`, checklist: ["A page", unsure] });
    await dropTypedTexts(runtime.db, [orderId]);
    expect(await own(client, orderId)).toEqual([]);
  });
});
