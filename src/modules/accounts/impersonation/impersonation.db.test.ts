import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { audit } from "#src/platform/tables.ts";
import { done } from "#src/shared/outcome.ts";
import { minuteMs } from "#src/shared/units.ts";
import { actorId, guest, isFresh, type Person, type Viewer } from "#src/shared/viewer.ts";
import { createAccountsRuntime, createPerson, sessionCookie } from "#tests/support/people.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { changeProfile } from "../own-account/commands/change-profile.ts";
import { mySessions } from "../own-account/queries/my-account.ts";
import { sealedWorkPort } from "../ports.ts";
import { reportThreat } from "../protection/threat-reports.ts";
import { activeSessions } from "../sessions/sessions.ts";
import { resolveViewer } from "../sessions/viewer.ts";
import { signOut } from "../sign-in/commands/sign-in.ts";
import { people, sessions } from "../tables.ts";
import { endImpersonation, myImpersonations, recordSeenPage, startImpersonation } from "./impersonate.ts";

/** Clients whose orders a writer's pages show. */
const worksFor = new Map<string, string>();
const runtime = await createAccountsRuntime({
  ports: [
    [
      sealedWorkPort,
      async (_: unknown, asked: { writerId: string; sealed: readonly string[] }) =>
        asked.sealed.includes(worksFor.get(asked.writerId) ?? ""),
    ],
  ],
});
afterAll(() => runtime.drop());
const reason = "The client cannot find the receipt.";

let client: Person;
let admin: Person;
let cookie: string;
const now = (headers = new Headers({ cookie })): Promise<Viewer> => resolveViewer(runtime, headers);
const asNow = async () => ctxFor(runtime, await now());
const start = async (personId: string) => startImpersonation(await asNow(), { personId, reason });
const later = (ms: number) => runtime.setNow(new Date(runtime.clock().getTime() + ms));
const entries = async (subject: string) =>
  (await runtime.db.select().from(audit).where(eq(audit.subject, subject)).orderBy(audit.at, audit.id)).filter(
    ({ action }) => action.startsWith("impersonation."),
  );

beforeEach(async () => {
  client = await createPerson(runtime, { name: "Linh Tran" });
  admin = await createPerson(runtime, { role: 3, name: "Marta Klein" });
  cookie = await sessionCookie(runtime, admin);
});

test("in this session alone the viewer is the person, never fresh, and the actor is the admin", async () => {
  const other = new Headers({ cookie: await sessionCookie(runtime, admin) });
  expect(await start(client.id)).toMatchObject({ ok: true });
  const viewer = await now();
  expect(viewer).toMatchObject({ id: client.id, name: "Linh Tran", role: 1, capabilities: [], freshAt: null });
  expect(isFresh(viewer, runtime.clock())).toBe(false);
  expect(actorId(viewer)).toBe(admin.id);
  expect(await now(other)).toMatchObject({ id: admin.id, role: 3 });
  expect(await now(new Headers({ cookie: await sessionCookie(runtime, client) }))).not.toHaveProperty("impersonator");
});

test("no command runs, also not one that does not know of it, and what is private stays closed", async () => {
  await start(client.id);
  const ctx = await asNow();
  const run = vi.fn(async () => done(null));
  const some = command("test.some", { input: z.unknown(), run });
  expect(await some(ctx, {})).toMatchObject({ code: "forbidden", message: expect.stringContaining("Linh Tran") });
  expect(await changeProfile(ctx, { name: "Somebody else" })).toMatchObject({ code: "forbidden" });
  expect(await startImpersonation(ctx, { personId: client.id, reason })).toMatchObject({ code: "forbidden" });
  expect(await mySessions(ctx, {})).toMatchObject({ code: "forbidden" });
  expect(run).not.toHaveBeenCalled();
});

test("start, pages and end are in the audit by the admin; the person reads when and why", async () => {
  await start(client.id);
  await recordSeenPage(await asNow(), { page: "/dashboard/orders/:orderId" });
  expect(await endImpersonation(await asNow(), {})).toMatchObject({ value: client.id });
  expect(await now()).toMatchObject({ id: admin.id });
  expect((await entries(client.id)).map(({ action, actor, detail }) => [action, actor, detail.page])).toEqual([
    ["impersonation.started", admin.id, undefined],
    ["impersonation.page-seen", admin.id, "/dashboard/orders/:orderId"],
    ["impersonation.ended", admin.id, undefined],
  ]);
  const mine = await myImpersonations(ctxFor(runtime, client), {});
  expect(mine).toMatchObject({ value: [{ reason, running: false }] });
  const other = await myImpersonations(ctxFor(runtime, await createPerson(runtime)), {});
  expect(other).toMatchObject({ value: [] });
});

test("it ends by itself after 15 minutes, and by signing out", async () => {
  await start(client.id);
  later(15 * minuteMs - 1);
  expect(await now()).toMatchObject({ id: client.id });
  later(1);
  expect(await now()).toMatchObject({ id: admin.id });
  expect((await entries(client.id)).map(({ action }) => action)).toEqual([
    "impersonation.started",
    "impersonation.ended",
  ]);
  cookie = await sessionCookie(runtime, admin);
  await start(client.id);
  const viewer = await now();
  if (viewer.kind !== "person") throw new Error("There is no session.");
  expect(await signOut(ctxFor(runtime, viewer), {})).toMatchObject({ ok: true });
  expect(await activeSessions(runtime, [viewer.sessionId])).toEqual(new Set());
  expect(await entries(client.id)).toHaveLength(4);
});

test("a fresh sign-in, both rights and a reason are needed; admins, blocked and sealed people are never seen", async () => {
  const viewer = (await now()) as Person;
  const as = (more: Partial<Person>) => ctxFor(runtime, { ...viewer, ...more });
  const asked = { personId: client.id, reason };
  expect(await startImpersonation(as({ freshAt: null }), asked)).toMatchObject({ code: "step-up" });
  for (const capabilities of [["people"], ["orders"]] as const)
    expect(await startImpersonation(as({ capabilities }), asked)).toMatchObject({ code: "not-found" });
  expect(await startImpersonation(as({}), { ...asked, reason: "short" })).toMatchObject({ code: "invalid" });
  expect(await start((await createPerson(runtime, { role: 3 })).id)).toMatchObject({ code: "forbidden" });
  expect(await start(admin.id)).toMatchObject({ code: "forbidden" });
  const blocked = await createPerson(runtime);
  await runtime.db.update(people).set({ blockedAt: runtime.clock() }).where(eq(people.id, blocked.id));
  expect(await start(blocked.id)).toMatchObject({ code: "conflict" });
  const writer = await createPerson(runtime, { role: 2 });
  const poor = as({ capabilities: ["people", "orders"] });
  expect(await startImpersonation(poor, { ...asked, personId: writer.id })).toMatchObject({ code: "forbidden" });
  worksFor.set(writer.id, client.id);
  expect(await start(writer.id)).toMatchObject({ ok: true });
  await reportThreat(ctxFor(runtime, client), { orderId: null, channels: [], text: "They want 300 dollars." });
  expect(await now()).toMatchObject({ id: admin.id });
  expect(await entries(writer.id)).toHaveLength(2);
  for (const { id } of [client, writer])
    expect(await start(id)).toMatchObject({ code: "forbidden", message: expect.stringContaining("sealed") });
});

test("the person does not read that a view runs whose session was ended elsewhere", async () => {
  const mine = async () => myImpersonations(ctxFor(runtime, client), {});
  await start(client.id);
  expect(await mine()).toMatchObject({ value: [{ running: true }] });
  await runtime.db.delete(sessions).where(eq(sessions.userId, admin.id));
  expect(await now()).toEqual(guest);
  expect(await mine()).toMatchObject({ value: [{ running: false }] });
});

test("an admin who loses a right meanwhile is the own self again", async () => {
  await start(client.id);
  await runtime.db
    .update(people)
    .set({ capabilities: ["people"] })
    .where(eq(people.id, admin.id));
  expect(await now()).toMatchObject({ id: admin.id });
});
