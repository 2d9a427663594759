import { spawn } from "node:child_process";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { audit } from "#src/platform/tables.ts";
import { guest } from "#src/shared/viewer.ts";
import { createAccountsRuntime, createPerson } from "#tests/support/people.ts";
import { ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { good, other, signedIn } from "../../accounts.testing.ts";
import { createAdmin, resolveViewer, setPassword, signIn } from "../../index.server.ts";
import { people, sessions, totps } from "../../tables.ts";
import type { AdminWish } from "./roles.ts";

// The runtime keeps running while the script works on the same database from a process of its own.
const runtime = await forThisFile(createAccountsRuntime({ mode: "real", now: new Date() }));

/** The script, in a process of its own, on the database that this runtime uses at the same time. */
function run(args: readonly string[]): Promise<{ code: number | null; out: string; err: string }> {
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    DATABASE_URL: runtime.database.url,
    SECRET: runtime.secret,
    DEMO: "off",
    ALLOW_DATA_LOSS: "on",
  };
  const child = spawn(process.execPath, ["scripts/command.js", "admin-create", ...args], { env });
  let out = "";
  let err = "";
  child.stdout.on("data", (message) => {
    out += message;
  });
  child.stderr.on("data", (message) => {
    err += message;
  });
  return new Promise((done) => child.on("close", (code) => done({ code, out, err })));
}

// Each of these starts a process, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

test("the first admin is owner; the printed link sets the password once", async () => {
  const made = await run(["--email", "Root@Example.test", "--name", "Root Person"]);
  expect(made).toMatchObject({ code: 0, err: "" });
  const link = new URL(made.out.match(/http\S+/)?.[0] ?? "");
  expect(link.pathname).toBe("/passreset");
  const token = link.searchParams.get("token");
  expect(await setPassword(ctxFor(runtime), { token, password: good })).toMatchObject({ ok: true });
  expect(await setPassword(ctxFor(runtime), { token, password: other })).toMatchObject({ ok: false, code: "expired" });
  const { headers, id } = await signedIn(runtime, "root@example.test");
  expect(await resolveViewer(runtime, headers)).toMatchObject({ role: 1, capabilities: [], waitingRole: 3 });
  const now = runtime.clock();
  await runtime.db.insert(totps).values({ personId: id, secret: "x", createdAt: now, confirmedAt: now });
  await runtime.db.update(sessions).set({ factorAt: now }).where(eq(sessions.userId, id));
  expect(await resolveViewer(runtime, headers)).toMatchObject({
    role: 3,
    capabilities: ["chat", "orders", "money", "prices", "people", "settings"],
  });
  const actions = (await runtime.db.select().from(audit).where(eq(audit.subject, id))).map((row) => [
    row.actor,
    row.action,
  ]);
  expect(actions).toContainEqual(["system:admin-create", "account.admin-made"]);
});

test("an option that does not exist is one sentence", async () => {
  const refused = await run(["--email", "new@example.test", "--role", "3"]);
  expect(refused).toMatchObject({ code: 1, out: "", err: expect.stringMatching(/^Unknown option '--role'.*\n$/) });
});

const wish = (email: string, more: Partial<AdminWish> = {}): AdminWish => ({
  email,
  name: undefined,
  password: undefined,
  promote: false,
  ...more,
});

test("an existing account is promoted only with --yes, and signed out", async () => {
  const client = await createPerson(runtime, { email: "client@example.test" });
  expect(await createAdmin(runtime, wish("Client@example.test"))).toMatchObject({
    ok: false,
    message: "client@example.test has an account with role 1 already. Add --yes to make it an admin.",
  });
  expect(await createAdmin(runtime, wish("client@example.test", { promote: true, password: good }))).toMatchObject({
    ok: true,
  });
  expect(await runtime.db.select().from(people).where(eq(people.id, client.id))).toMatchObject([{ role: 3 }]);
  const before = await signedIn(runtime, "client@example.test");
  expect(await createAdmin(runtime, wish("client@example.test", { promote: true, password: other }))).toMatchObject({
    ok: true,
  });
  expect(await resolveViewer(runtime, before.headers)).toEqual(guest);
  const again = await signIn(ctxFor(runtime), { email: "client@example.test", password: other }, null);
  expect(again).toMatchObject({ ok: true, value: { home: "/admin" } });
});

test.each([
  [wish("nonsense", { name: "X" }), "This does not look like an e-mail."],
  [wish("new@example.test"), "Give a name for the new account: --name."],
  [
    wish("new@example.test", { name: "X", password: "short" }),
    "This password cannot be used. Use 15 characters or more.",
  ],
])("%o is refused", async (wrong, sentence) => {
  expect(await createAdmin(runtime, wrong)).toMatchObject({ ok: false, message: expect.stringContaining(sentence) });
  expect(await runtime.db.select().from(people).where(eq(people.email, "new@example.test"))).toEqual([]);
});
