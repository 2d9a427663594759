import { describe, expect, test } from "vitest";
import { guest, type Viewer } from "#src/shared/viewer.ts";
import { createAccountsRuntime } from "#tests/support/people.ts";
import { ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { cookieOf, form, good, start } from "../accounts.testing.ts";
import {
  authHandler,
  guestOnly,
  openAuth,
  requireAdmin,
  requirePerson,
  resolveViewer,
  seedDemoAccounts,
} from "../index.server.ts";

const runtime = await forThisFile(createAccountsRuntime({ mode: "demo", now: start }));

const base = "http://localhost:3000";
const ask = (method: string, path: string, body?: unknown, cookies: readonly string[] = []) => {
  const headers = cookieOf(cookies);
  headers.set("content-type", "application/json");
  return authHandler(runtime)(
    new Request(`${base}/api/auth${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    }),
  );
};

describe("/api/auth", () => {
  test("sign up with a role in the body, look, sign out, sign in", async () => {
    const made = await ask("POST", "/sign-up/email", { ...form("api@example.test"), role: 3 });
    expect(made.status).toBe(200);
    expect(await made.json()).toMatchObject({ role: 1 });
    const cookies = made.headers.getSetCookie();
    expect(await (await ask("GET", "/get-session", undefined, cookies)).json()).toMatchObject({
      user: { email: "api@example.test", role: 1, passwordHash: "managed" },
    });
    const out = await ask("POST", "/sign-out", {}, cookies);
    expect([out.status, out.headers.getSetCookie()[0]]).toEqual([200, expect.stringContaining("Max-Age=0")]);
    expect(await (await ask("GET", "/get-session", undefined, cookies)).json()).toBeNull();
    const again = await ask("POST", "/sign-in/email", { email: "api@example.test", password: good });
    expect(again.status).toBe(200);
    expect(await resolveViewer(runtime, cookieOf(again.headers.getSetCookie()))).toMatchObject({ kind: "person" });
  });

  test("refusals are problem details with their status", async () => {
    const wrong = await ask("POST", "/sign-in/email", { email: "api@example.test", password: "x" });
    expect([wrong.status, wrong.headers.get("content-type")]).toEqual([401, "application/problem+json; charset=utf-8"]);
    expect((await ask("POST", "/sign-up/email", { email: "x" })).status).toBe(422);
    expect((await ask("POST", "/sign-in/email", [1])).status).toBe(422);
    for (let failedSignIns = 0; failedSignIns < 6; failedSignIns += 1)
      await ask("POST", "/sign-in/email", { email: "flood@example.test", password: "x" });
    const waiting = await ask("POST", "/sign-in/email", { email: "flood@example.test", password: "x" });
    expect([waiting.status, Number(waiting.headers.get("retry-after"))]).toEqual([429, 1]);
  });

  test.each([
    ["POST", "/update-user"],
    ["POST", "/change-password"],
    ["POST", "/change-email"],
    ["POST", "/delete-user"],
    ["POST", "/reset-password"],
    ["POST", "/request-password-reset"],
    ["POST", "/sign-in/social"],
    ["POST", "/link-social"],
    ["GET", "/list-sessions"],
    ["GET", "/list-accounts"],
    ["GET", "/verify-email"],
    ["GET", "/ok"],
    ["GET", "/error"],
    ["GET", "/sign-out"],
    ["GET", ""],
    ["GET", "/__proto__"],
    ["POST", "/sign-in/email/"],
  ])("%s %s is not open", async (method, path) => {
    const answer = await ask(method, path, method === "POST" ? {} : undefined);
    expect(answer.status).toBe(404);
  });

  test("a browser that sends no session, or one that nobody opened, is a guest", async () => {
    const unknown = openAuth(runtime).cookies.session("y".repeat(43));
    for (const cookie of [unknown, "pw_session=; x"])
      expect(await resolveViewer(runtime, cookieOf([cookie]))).toEqual(guest);
    expect(await resolveViewer(runtime, new Headers())).toEqual(guest);
  });
});

describe("guards of pages", () => {
  const whereTo = (step: () => unknown): string | null => {
    try {
      step();
      return null;
    } catch (thrown) {
      if (thrown instanceof Response) return thrown.headers.get("location");
      throw thrown;
    }
  };
  const request = new Request(`${base}/admin/orders?state=paid`);
  const as = (role: 1 | 2 | 3, capabilities: readonly "money"[] = []): Viewer => ({
    kind: "person",
    id: "p",
    name: "P",
    email: "p@x",
    emailVerified: true,
    role,
    capabilities,
    timeZone: null,
    waitingRole: null,
    sessionId: "s",
    freshAt: new Date("2100-01-01"),
  });

  test.each([
    [guest, "/login?next=%2Fadmin%2Forders%3Fstate%3Dpaid", "/login?next=%2Fadmin%2Forders%3Fstate%3Dpaid", null],
    [as(1), null, "/", "/dashboard"],
    [as(2), null, "/", "/dashboard"],
    [as(3), null, "/admin", "/dashboard"],
    [as(3, ["money"]), null, null, "/dashboard"],
  ] as const)("%o", (viewer, person, admin, guestPage) => {
    const ctx = ctxFor(runtime, viewer);
    expect(whereTo(() => requirePerson(ctx, request))).toBe(person);
    expect(whereTo(() => requireAdmin(ctx, request, "money"))).toBe(admin);
    expect(whereTo(() => guestOnly(ctx))).toBe(guestPage);
  });
});

test("demo accounts cannot be made outside demo mode", async () => {
  await expect(seedDemoAccounts({ ...runtime, mode: "real" })).rejects.toThrow("demo mode only");
});
