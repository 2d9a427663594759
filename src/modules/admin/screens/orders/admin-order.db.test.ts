import { describe, expect, test } from "vitest";
import { allowedActions, pageForm, stepFor } from "#src/modules/orders/index.ts";
import { type Cast, doAct, must, orderIn, person, rowOf, type Until } from "#src/modules/orders/orders.testing.ts";
import { factsOf } from "#src/modules/orders/storage/order-row.ts";
import { newId } from "#src/platform/ids.ts";
import { flashIn } from "#tests/support/flash.ts";
import { openPaymentsRuntime } from "#tests/support/payments.ts";
import { adminWith, createPerson } from "#tests/support/people.ts";
import { ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { disputeView } from "../../domain/dispute-phases.ts";
import { orderPageData } from "./order.server.ts";
import { type Refused, submitAdminStep } from "./submit-order-step.server.ts";

const runtime = await forThisFile(openPaymentsRuntime({ mode: "real" }));

const address = (orderId: string) => `http://admin.test/admin/orders/${orderId}`;
const look = ({ admin, orderId }: Cast) =>
  orderPageData(ctxFor(runtime, admin), new Request(address(orderId)), {
    person: adminWith(admin, "orders"),
    orderId,
    zone: "UTC",
  });

const offered = async (cast: Cast) => (await look(cast)).forms.map(({ action }) => action);

/** Posts a form as the page does; gives where it leads, or why it was refused. */
async function postOnce({ admin, orderId }: Cast, step: string, typed: Record<string, string>, seenVersion?: number) {
  const version = seenVersion ?? (await rowOf(runtime, orderId)).stepVersion;
  const body = new URLSearchParams({ step, seenVersion: String(version) });
  for (const [name, value] of Object.entries(typed)) body.set(`${step}.${name}`, value);
  const request = new Request(address(orderId), { method: "POST", body });
  const answer = await submitAdminStep(ctxFor(runtime, admin), request, orderId, "UTC");
  if (answer instanceof Response) return { to: answer.headers.get("location"), flash: flashIn(answer) };
  if ("hidden" in answer) return { hidden: answer.hidden };
  return { status: answer.init?.status, refused: answer.data as Refused };
}

/** As `postOnce`, and once more with the sum that the page asks to repeat. */
async function post(cast: Cast, step: string, typed: Record<string, string>, seenVersion?: number) {
  const first = await postOnce(cast, step, typed, seenVersion);
  const repeat = first.refused?.repeat;
  return repeat ? postOnce(cast, step, { ...typed, repeat }, seenVersion) : first;
}

describe("the steps on the page", () => {
  test.each<Until>(["pending", "confirmed", "assigned", "in_progress", "delivered", "completed"])(
    "%s: exactly those of the table, and a text may be delivered where the table delivers",
    async (state) => {
      const cast = await orderIn(runtime, state);
      const facts = factsOf(await rowOf(runtime, cast.orderId));
      const allowed = allowedActions(facts, { kind: "A", id: cast.admin.id }, runtime.clock())
        .map(({ action }) => action)
        .filter((action) => pageForm(action, "A"))
        // One button for one effect: an open offer is taken back.
        .filter((action) => !(state === "assigned" && action === "reassign"));
      const delivers = stepFor(facts.status, "deliver")?.actors.includes("A") ? ["deliver"] : [];
      expect(new Set(await offered(cast))).toEqual(new Set([...allowed, ...delivers]));
    },
  );

  test("a transfer is confirmed by admins with money only", async () => {
    const cast = await orderIn(runtime, "pending");
    expect(await offered(cast)).toContain("confirm-payment");
    const admin = person(3, { capabilities: ["orders"] });
    expect(await offered({ ...cast, admin })).not.toContain("confirm-payment");
  });
});

test("a transfer of the whole price pays the order; a part of it and a used reference do not", async () => {
  const cast = await orderIn(runtime, "pending");
  const part = await orderIn(runtime, "pending");
  expect(await post(part, "confirm-payment", { cents: "125.00", reference: "REF 0" })).toEqual({
    to: `/admin/orders/${part.orderId}`,
    flash: "transfer-part",
  });
  expect(await rowOf(runtime, part.orderId)).toMatchObject({ status: "pending" });
  expect(await post(cast, "confirm-payment", { cents: "126.00", reference: "REF 1" })).toEqual({
    to: `/admin/orders/${cast.orderId}`,
    flash: "confirm-payment",
  });
  expect(await rowOf(runtime, cast.orderId)).toMatchObject({ status: "confirmed", paymentStatus: "paid" });
  const other = await orderIn(runtime, "pending");
  expect(await post(other, "confirm-payment", { cents: "126.00", reference: "REF 1" })).toMatchObject({ status: 409 });
});

test("a missing reason stands beside its field, and nothing changes", async () => {
  const cast = await orderIn(runtime, "assigned");
  expect(await post(cast, "accept-for-writer", { reason: " " })).toMatchObject({
    status: 422,
    refused: { step: "accept-for-writer", errors: { "accept-for-writer.reason": "Give a reason." } },
  });
  expect((await rowOf(runtime, cast.orderId)).status).toBe("assigned");
});

test("on a stale page the second of two admins sees the current state, and what was typed stays", async () => {
  const cast = await orderIn(runtime, "in_progress");
  const { stepVersion: version } = await rowOf(runtime, cast.orderId);
  expect(await post(cast, "hold", { question: "Which edition?" }, version)).toMatchObject({
    flash: "hold",
  });
  const text = "A long work.\n\nWith two parts.";
  const late = await post(cast, "deliver", { text, final: "on" }, version);
  expect(late).toMatchObject({
    status: 409,
    refused: {
      message:
        "Somebody else was first. The order is on hold now. The last step: Put on hold with a question, by an admin.",
      values: { text, final: "on" },
    },
  });
  expect((await look(cast)).deliveries).toEqual([]);
});

test("a cancellation gives back what stood beside its cause, and not what an older page showed", async () => {
  const cast = await orderIn(runtime, "in_progress");
  const { previews } = await look(cast);
  expect(previews).toMatchObject({ client: { refundCents: 12_600 }, operator: { refundCents: 12_600 } });
  const wish = { reason: "Nobody has time.", cause: "client", "seen-client": "1" };
  expect(await post(cast, "cancel", wish)).toMatchObject({
    status: 409,
    refused: { message: "The refund has changed. Look at it again.", values: wish },
  });
  expect(await post(cast, "cancel", { ...wish, "seen-client": "12600" })).toMatchObject({
    flash: "cancel",
  });
  expect(await rowOf(runtime, cast.orderId)).toMatchObject({ status: "cancelled", refundedCents: 12_600 });
  expect((await look(cast)).history).toContainEqual(
    expect.objectContaining({ action: "cancel", text: "Nobody has time." }),
  );
});

test("a draft and the final version are handed over in the writer's place", async () => {
  const cast = await orderIn(runtime, "in_progress");
  expect(await post(cast, "deliver", { text: "First." })).toMatchObject({ flash: "draft" });
  expect(await post(cast, "deliver", { text: "First and last.", final: "on", note: "Read this." })).toMatchObject({
    flash: "deliver",
  });
  expect((await look(cast)).deliveries).toMatchObject([
    { final: false, by: "A" },
    { final: true, by: "A", note: "Read this." },
  ]);
});

describe("a message about an order", () => {
  const messages = async (chatId: string) =>
    (await runtime.database.pool.query("select message, sender_role from chat.messages where chat_id = $1", [chatId]))
      .rows as { message: string; sender_role: number }[];

  const withAccounts = async (): Promise<Cast> => {
    const cast = await orderIn(runtime, "in_progress");
    await createPerson(runtime, { id: cast.client.id });
    await createPerson(runtime, { id: cast.writer.id, role: 2 });
    return cast;
  };

  test("reaches writer and client as Support, also who never had a chat, and names the order; sent twice it is one", async () => {
    const cast = await withAccounts();
    const { number, title } = await rowOf(runtime, cast.orderId);
    for (const [step, to] of [
      ["write-writer", cast.writer.id],
      ["write-client", cast.client.id],
    ] as const) {
      const typed = { id: newId(), message: "Which edition do you use?" };
      expect(await postOnce(cast, step, typed)).toEqual({ to: `/admin/orders/${cast.orderId}`, flash: step });
      expect(await postOnce(cast, step, typed)).toMatchObject({ flash: step });
      expect(await messages(to)).toEqual([
        { message: `About order ${number}, ${title}:\n\nWhich edition do you use?`, sender_role: 3 },
      ]);
    }
  });

  test("an empty one is refused beside its field; without the right to chats nothing is sent", async () => {
    const cast = await withAccounts();
    expect(await postOnce(cast, "write-client", { id: newId(), message: " " })).toMatchObject({
      status: 422,
      refused: { errors: { "write-client.message": "Write the message." } },
    });
    const admin = person(3, { capabilities: ["orders"] });
    const sent = await postOnce({ ...cast, admin }, "write-client", { id: newId(), message: "Hello." });
    expect(sent).toMatchObject({ status: 404 });
    expect(await messages(cast.client.id)).toEqual([]);
  });

  test("in a colleague's chat the form is sent a second time", async () => {
    const cast = await withAccounts();
    const typed = { id: newId(), message: "Hello." };
    await postOnce(cast, "write-client", typed);
    const other = newId();
    await runtime.database.pool.query("update chat.chats set assigned_to = $2 where id = $1", [cast.client.id, other]);
    const again = await postOnce(cast, "write-client", { ...typed, id: newId() });
    expect(again).toMatchObject({ refused: { values: { over: other, message: "Hello." } } });
    expect(await postOnce(cast, "write-client", { ...again.refused?.values })).toMatchObject({ flash: "write-client" });
  });
});

test("what was hidden is read by a press, on record; an address alone reads nothing", async () => {
  const cast = await orderIn(runtime, "delivered");
  must(
    await doAct(runtime, cast.client, cast.orderId, "open-dispute", { reason: "Half is missing.", outcome: "Half." }),
  );
  const readings = async () =>
    (await runtime.database.pool.query("select seq from platform.audit where action = 'chat.hidden-read'")).rowCount ??
    0;
  const before = await readings();
  await orderPageData(ctxFor(runtime, cast.admin), new Request(`${address(cast.orderId)}?hidden=show`), {
    person: adminWith(cast.admin, "orders"),
    orderId: cast.orderId,
    zone: "UTC",
  });
  expect(await readings()).toBe(before);
  expect(await post(cast, "read-hidden", {})).toEqual({ hidden: [] });
  expect(await readings()).toBe(before + 1);
});

test("a dispute is decided with a part back, paid by whom an admin names", async () => {
  const cast = await orderIn(runtime, "delivered");
  must(
    await doAct(runtime, cast.client, cast.orderId, "open-dispute", { reason: "Half is missing.", outcome: "Half." }),
  );
  must(await doAct(runtime, cast.writer, cast.orderId, "answer-dispute", { answer: "It is all there." }));
  const wish = { reason: "It is missing.", refundCents: "63.00", bearer: "writer" };
  const { disputedAt } = await rowOf(runtime, cast.orderId);
  const decideBy = new Date((disputedAt as Date).getTime() + 5 * 86_400_000);
  const { order, history } = await look(cast);
  const when = (at: Date) => at.toISOString();
  const reader = { me: "", now: new Date(), when, day: when, names: {} };
  expect(disputeView(order, history, reader)).toMatchObject({
    phases: [{ state: "done" }, { name: "To decide", state: "now" }, {}, {}, {}],
    clock: { title: "Time to decide", to: decideBy },
  });
  expect(await post(cast, "decide-refund", { ...wish, refundCents: "126.01" })).toMatchObject({
    refused: { errors: { "decide-refund.refundCents": "This is more than what is left of the payment." } },
  });
  expect(await post(cast, "decide-refund", wish)).toMatchObject({ flash: "decide-refund" });
  expect(await rowOf(runtime, cast.orderId)).toMatchObject({ status: "disputed", refundedCents: 0 });
  for (const side of [cast.client, cast.writer]) must(await doAct(runtime, side, cast.orderId, "accept-decision"));
  expect(await rowOf(runtime, cast.orderId)).toMatchObject({ status: "refunded", refundedCents: 6_300 });
});

test("money of a finished order goes back in parts, with who pays for it, and never more than is left", async () => {
  const cast = await orderIn(runtime, "completed");
  const wish = { reason: "A page came late.", refundCents: "20.00", bearer: "operator" };
  expect(await post(cast, "give-back", { ...wish, bearer: "" })).toMatchObject({
    refused: { errors: { "give-back.bearer": "Say who pays for it." } },
  });
  expect(await post(cast, "give-back", { ...wish, refundCents: "0" })).toMatchObject({
    refused: { errors: { "give-back.refundCents": "Write an amount like 20.00." } },
  });
  expect(await post(cast, "give-back", wish)).toMatchObject({ flash: "give-back" });
  expect(await rowOf(runtime, cast.orderId)).toMatchObject({ status: "completed", refundedCents: 2_000 });
  expect(await post(cast, "give-back", { ...wish, refundCents: "106.01" })).toMatchObject({
    refused: { errors: { "give-back.refundCents": "This is more than what is left of the payment." } },
  });
});

describe("a refund and a transfer are repeated before they count", () => {
  test("the sum stands beside what there is, what was typed stays, and nothing moves until it is repeated", async () => {
    const cast = await orderIn(runtime, "completed");
    const wish = { reason: "A page came late.", refundCents: "0.50", bearer: "operator" };
    const asked = { status: 409, refused: { repeat: "Refund $0.50 of $126.00", values: wish, errors: {} } };
    expect(await postOnce(cast, "give-back", wish)).toMatchObject(asked);
    const other = { ...wish, repeat: "Refund $50.00 of $126.00" };
    expect(await postOnce(cast, "give-back", other)).toMatchObject({ refused: { repeat: "Refund $0.50 of $126.00" } });
    expect(await rowOf(runtime, cast.orderId)).toMatchObject({ refundedCents: 0 });
    const done = await postOnce(cast, "give-back", { ...wish, repeat: "Refund $0.50 of $126.00" });
    expect(done).toMatchObject({ flash: "give-back" });
    expect(await rowOf(runtime, cast.orderId)).toMatchObject({ refundedCents: 50 });
  });

  test("a transfer, and a decimal comma in it", async () => {
    const cast = await orderIn(runtime, "pending");
    const typed = { cents: "0.30", reference: "REF COMMA" };
    const comma = await postOnce(cast, "confirm-payment", { ...typed, cents: "0,30" });
    expect(comma).toMatchObject({
      status: 422,
      refused: { values: { cents: "0,30" }, errors: { "confirm-payment.cents": expect.stringContaining("0.30") } },
    });
    const repeat = "Confirm a transfer of $0.30 (price $126.00)";
    expect(await postOnce(cast, "confirm-payment", typed)).toMatchObject({ status: 409, refused: { repeat } });
    expect((await rowOf(runtime, cast.orderId)).paymentStatus).toBe("pending");
    expect(await postOnce(cast, "confirm-payment", { ...typed, repeat })).toMatchObject({ flash: "transfer-part" });
  });

  test("a cancellation that gives money back, where the form has not shown the sum of its cause", async () => {
    const cast = await orderIn(runtime, "confirmed");
    const typed = { cause: "operator", "seen-operator": "12600", reason: "We cannot." };
    expect(await postOnce(cast, "cancel", typed)).toMatchObject({ refused: { repeat: "Refund $126.00 of $126.00" } });
    expect(await post(cast, "cancel", typed)).toMatchObject({ flash: "cancel" });
  });
});

test("an unknown step, a foreign order and another role change nothing", async () => {
  const cast = await orderIn(runtime, "confirmed");
  expect(await post(cast, "release", {})).toMatchObject({ status: 404 });
  expect(await post({ ...cast, admin: person(1) }, "cancel", { reason: "Mine." })).toMatchObject({ status: 404 });
  expect((await rowOf(runtime, cast.orderId)).status).toBe("confirmed");
});
