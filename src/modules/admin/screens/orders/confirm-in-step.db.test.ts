import { eq } from "drizzle-orm";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { good, newcomer, signedIn } from "#src/modules/accounts/accounts.testing.ts";
import { jarOf } from "#src/modules/accounts/factors/factors.testing.ts";
import { softPasskey } from "#src/modules/accounts/factors/soft-passkey.testing.ts";
import { addPasskey, askPasskey } from "#src/modules/accounts/index.server.ts";
import { passkeys, people } from "#src/modules/accounts/tables.ts";
import { action as changeKeys } from "#src/modules/api/screens/keys.tsx";
import { action as changeWebhook } from "#src/modules/api/screens/webhook.tsx";
import { action as makeWebhook } from "#src/modules/api/screens/webhooks.tsx";
import { writerDirectory } from "#src/modules/orders/index.server.ts";
import { doAct, must, orderIn, person, rowOf } from "#src/modules/orders/orders.testing.ts";
import { action as changeCode } from "#src/modules/payments/codes/screens/code.tsx";
import { action as makeCode } from "#src/modules/payments/codes/screens/new-code.tsx";
import { action as goBack } from "#src/modules/pricing/editor/screens/history.tsx";
import { action as publish } from "#src/modules/pricing/editor/screens/publish.tsx";
import { writerDirectoryOfRuntime } from "#src/modules/writing/index.server.ts";
import { newId } from "#src/platform/ids.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { capabilities, type Person } from "#src/shared/viewer.ts";
import { createAccountsRuntime } from "#tests/support/people.ts";
import { ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { action as saveBank } from "../payments/payments-bank.tsx";
import { action as endPayout } from "../payments/payout-run.tsx";
import { action as payOut } from "../payments/payouts.tsx";
import { submitPersonStep } from "../people/person.server.ts";
import { action as saveSetting } from "../settings/settings.tsx";
import { type Refused, submitAdminStep } from "./submit-order-step.server.ts";

let runtime: TestRuntime;
let admin: Person;
beforeAll(async () => {
  runtime = await createAccountsRuntime({ ports: [[writerDirectory, writerDirectoryOfRuntime]] });
  const { id } = await signedIn(runtime, await newcomer(runtime, "admin"));
  const { rows } = await runtime.database.pool.query("select id from accounts.sessions where user_id = $1", [id]);
  admin = person(3, { id, sessionId: rows[0].id, freshAt: null });
});
afterAll(() => runtime.drop());

async function cancel(orderId: string, password?: string, signed?: { passkey: string; headers: Headers }) {
  const { stepVersion } = await rowOf(runtime, orderId);
  const typed = {
    ...{ "cancel.reason": "Nobody can do it.", "cancel.cause": "operator", "cancel.seen-operator": "12600" },
    "cancel.repeat": "Refund $126.00 of $126.00",
  };
  const body = new URLSearchParams({ step: "cancel", seenVersion: String(stepVersion), ...typed });
  if (password !== undefined) body.set("password", password);
  if (signed) body.set("passkey", signed.passkey);
  const request = new Request(`http://x/admin/orders/${orderId}`, { method: "POST", body, ...signed });
  return submitAdminStep(ctxFor(runtime, admin), request, orderId, "UTC");
}

const refusedIn = (answer: Awaited<ReturnType<typeof cancel>>): Refused => {
  if (answer instanceof Response || "hidden" in answer) throw new Error("The step was taken.");
  return answer.data as Refused;
};

test("a step that needs a fresh sign-in asks for the password in its own form, and continues with it", async () => {
  const { orderId } = await orderIn(runtime, "confirmed");
  const asked = refusedIn(await cancel(orderId));
  expect(asked).toMatchObject({ step: "cancel", stepUp: true, values: { reason: "Nobody can do it." } });
  const wrong = refusedIn(await cancel(orderId, "other words than these"));
  expect(wrong).toMatchObject({ stepUp: true, errors: { password: "This is not your password." } });
  expect(wrong.values).toEqual(asked.values);
  expect((await rowOf(runtime, orderId)).status).toBe("confirmed");

  const taken = await cancel(orderId, good);
  expect(taken).toBeInstanceOf(Response);
  expect((taken as Response).headers.getSetCookie().some((cookie) => cookie.startsWith("pw_session="))).toBe(true);
  expect((await rowOf(runtime, orderId)).status).toBe("cancelled");
});

test("each decision is confirmed once more, and an amount typed for another decision is no part of it", async () => {
  const { orderId, client, writer } = await orderIn(runtime, "delivered");
  must(await doAct(runtime, client, orderId, "open-dispute", { reason: "Half is missing.", outcome: "Half." }));
  must(await doAct(runtime, writer, orderId, "answer-dispute", { answer: "It is all there." }));
  const wish = { reason: "It is all there.", refundCents: "63.00", bearer: "writer" };
  const decide = async (step: string, repeat: string) => {
    const seenVersion = String((await rowOf(runtime, orderId)).stepVersion);
    const body = new URLSearchParams({ step, seenVersion, "decide.repeat": repeat });
    for (const [name, text] of Object.entries(wish)) body.set(`decide.${name}`, text);
    const request = new Request(`http://x/admin/orders/${orderId}`, { method: "POST", body });
    const fresh = { ...admin, freshAt: runtime.clock() };
    return submitAdminStep(ctxFor(runtime, fresh), request, orderId, "UTC");
  };
  expect(refusedIn(await decide("decide-complete", ""))).toMatchObject({ repeat: "Accept the work", values: wish });
  expect(refusedIn(await decide("decide-resume", "Accept the work")).repeat).toBe("Let the writer continue");
  expect((await rowOf(runtime, orderId)).dispute?.decision).toBeNull();
  expect(await decide("decide-complete", "Accept the work")).toBeInstanceOf(Response);
  expect((await rowOf(runtime, orderId)).dispute?.decision).toMatchObject({ name: "complete", refundCents: null });
});

test("a refusal after the right password still hands out the new session", async () => {
  const { orderId } = await orderIn(runtime, "completed");
  const answer = await cancel(orderId, good);
  if (answer instanceof Response || "hidden" in answer) throw new Error("A finished order was cancelled.");
  expect(new Headers(answer.init?.headers).getSetCookie().join()).toContain("pw_session=");
});

test("a passkey in the form does the same, and the form offers it to who has one", async () => {
  const key = softPasskey({ origin: runtime.config.baseUrl.origin, host: runtime.config.baseUrl.hostname });
  const ask = async (viewer: Person, purpose: string) => {
    const asked = must(await askPasskey(ctxFor(runtime, viewer), { purpose }, new Headers()));
    return { options: asked.options, jar: jarOf(runtime, asked.cookies) };
  };
  const fresh = { ...admin, freshAt: runtime.clock() };
  const { options, jar } = await ask(fresh, "add");
  must(await addPasskey(ctxFor(runtime, fresh), key.create(options), jar.challenge));

  const { orderId } = await orderIn(runtime, "confirmed");
  expect(refusedIn(await cancel(orderId)).methods).toMatchObject({ password: false, passkey: true });
  const asked = await ask(admin, "confirm");
  const passkey = key.get(asked.options);
  expect(refusedIn(await cancel(orderId, undefined, { passkey, headers: new Headers() }))).toMatchObject({
    stepUp: true,
    errors: { passkey: expect.stringContaining("request is over") },
    values: { reason: "Nobody can do it." },
  });
  expect((await rowOf(runtime, orderId)).status).toBe("confirmed");
  expect(refusedIn(await cancel(orderId, good)).errors.password).toContain("second factor");
  expect(await cancel(orderId, undefined, { passkey, headers: asked.jar.headers })).toBeInstanceOf(Response);
  expect((await rowOf(runtime, orderId)).status).toBe("cancelled");
  await runtime.db.delete(passkeys);
});

test("what is done to an account takes the password of its form too", async () => {
  await runtime.db
    .update(people)
    .set({ role: 3, capabilities: [...capabilities] })
    .where(eq(people.id, admin.id));
  const { id } = await signedIn(runtime, await newcomer(runtime, "blocked"));
  const block = (password?: string) => {
    const body = new URLSearchParams({ step: "block", "block.reason": "Sends junk." });
    if (password) body.set("password", password);
    const request = new Request(`http://x/admin/people/${id}`, { method: "POST", body });
    return submitPersonStep(ctxFor(runtime, admin), request, id);
  };
  const asked = await block();
  expect(asked instanceof Response ? null : asked.data).toMatchObject({ stepUp: true, methods: { password: true } });
  expect(await block(good)).toBeInstanceOf(Response);
});

const missing = newId();
const pages = [
  [
    "the bank account",
    saveBank,
    "/admin/payments/bank",
    { holder: "Example Ltd", account: "GB33BUKB20201555555555", bic: "", bank: "", seenVersion: "0" },
  ],
  ["a setting", saveSetting, "/admin/settings", { "was:writing.share:": "50", "writing.share:": "55" }],
  ["payouts", payOut, "/admin/payments/payouts", { runId: newId(), seenCents: "1" }],
  ["the end of a payout", endPayout, "/admin/payments/payouts/x", { payoutId: newId(), reference: "R1" }],
  ["prices", publish, "/admin/pricing/publish", { reason: "Dearer.", seen: "0", when: "now" }],
  ["older prices", goBack, "/admin/pricing/history", { version: "1", reason: "Dearer." }],
  ["a new key", changeKeys, "/admin/api", { step: "make", id: newId(), name: "Books", scopes: "orders", ends: "30" }],
  ["a webhook", makeWebhook, "/admin/api/webhooks", { id: newId(), url: "https://x.test/", events: "order.paid" }],
  [
    "a webhook's address",
    changeWebhook,
    "/admin/api/webhooks/x",
    { step: "edit", url: "https://x.test/", version: "1" },
  ],
  ["a webhook's new secret", changeWebhook, "/admin/api/webhooks/x", { step: "rotate" }],
  ["a new code", makeCode, "/admin/codes/new", { code: "AUTUMN", kind: "percent", percent: "10" }],
  ["a code", changeCode, "/admin/codes/x", { step: "save", kind: "percent", percent: "10", seen: "1" }],
] as const;

test.each(pages)(
  "%s asks for the password in a dialog, and the same form continues with it",
  async (_, run, path, typed) => {
    const send = async (password?: string) => {
      const body = new URLSearchParams({ ...typed, ...(password && { password }) });
      const context = new RouterContextProvider();
      context.set(requestContext, { ...ctxFor(runtime, admin), nonce: "", theme: "system" });
      const request = new Request(`http://x${path}`, { method: "POST", body });
      const answer: unknown = await (run as (args: unknown) => Promise<unknown>)({
        context,
        request,
        params: { runId: "x", endpointId: missing, codeId: missing },
      });
      return answer as { data?: Refused; init?: ResponseInit; headers?: Headers };
    };
    expect((await send()).data).toMatchObject({ stepUp: true, methods: { password: true } });
    const wrong = (await send("other words than these")).data;
    expect(wrong).toMatchObject({ stepUp: true, errors: { password: "This is not your password." } });
    expect(JSON.stringify(wrong)).not.toContain("other words");
    const known = await send(good);
    expect(known.data?.stepUp).toBeUndefined();
    const headers = known.headers ?? new Headers(known.init?.headers);
    expect(headers.getSetCookie().join()).toContain("pw_session=");
  },
);
