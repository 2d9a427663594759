import { and, eq } from "drizzle-orm";
import { afterAll, beforeEach, expect } from "vitest";
import { mails } from "#src/platform/tables.ts";
import { done } from "#src/shared/outcome.ts";
import { daySeconds } from "#src/shared/units.ts";
import type { Person, Viewer } from "#src/shared/viewer.ts";
import { createAccountsRuntime } from "#tests/support/people.ts";
import { ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { cookieOf, form, kindsTo, later, linkIn, start } from "../accounts.testing.ts";
import {
  changeEmail,
  confirmEmail,
  confirmEmailChange,
  register,
  resolveViewer,
  undoEmailChange,
} from "../index.server.ts";
import { people } from "../tables.ts";

export const expired = { ok: false, code: "expired" };

/** Who a session is; throws when it is over. */
async function viewerOf(runtime: TestRuntime, headers: Headers): Promise<Person> {
  const viewer = await resolveViewer(runtime, headers);
  if (viewer.kind !== "person") throw new Error("nobody is signed in");
  return viewer;
}

/** The token of the newest mail of a kind: other mails may have followed it. */
async function tokenOf(runtime: TestRuntime, to: string, kind: string): Promise<string> {
  const rows = await runtime.db
    .select()
    .from(mails)
    .where(and(eq(mails.to, to), eq(mails.kind, kind)))
    .orderBy(mails.id);
  return new URL(rows.at(-1)?.content?.button?.path ?? "/none", "http://x").searchParams.get("token") ?? "none";
}

/** A runtime that sends mail, for one test file; before each test four days pass, and addresses are new. */
export const emailChangeFixture = async () => {
  const runtime = await createAccountsRuntime({
    mode: "real",
    now: start,
    env: { SMTP_URL: "smtp://localhost:2525", LIMITS_FACTOR: "1000" },
  });
  let at = 0;
  afterAll(() => runtime.drop());
  beforeEach(() => {
    at += 1;
    later(runtime, 4 * daySeconds);
  });

  const address = (name: string) => `${name}-${at}@example.test`;
  const ask = (viewer: Viewer, email: string) => changeEmail(ctxFor(runtime, viewer), { email });
  const confirm = (token: string) => confirmEmailChange(ctxFor(runtime), { token });
  const undo = (token: string) => undoEmailChange(ctxFor(runtime), { token });
  const emailOf = async (id: string) =>
    (await runtime.db.select({ email: people.email }).from(people).where(eq(people.id, id)))[0]?.email;

  /** An account with a password, and its viewer in a session that is fresh now. */
  const member = async (name: string): Promise<{ viewer: Person; headers: Headers }> => {
    const email = address(name);
    await register(ctxFor(runtime), form(email));
    const confirmed = await confirmEmail(ctxFor(runtime), { token: await linkIn(runtime, email) });
    if (!confirmed.ok) throw new Error(confirmed.message);
    const headers = cookieOf(confirmed.value.signedIn.cookies);
    later(runtime, 1);
    return { viewer: await viewerOf(runtime, headers), headers };
  };

  /** Both ends say yes; returns the token that takes it back. */
  const change = async (viewer: Person, to: string): Promise<string> => {
    expect(await ask(viewer, to)).toEqual(done({ newEmail: to }));
    await confirm(await tokenOf(runtime, viewer.email, "account.email-old"));
    expect(await confirm(await tokenOf(runtime, to, "account.email-new"))).toEqual(done({ state: "done", email: to }));
    return tokenOf(runtime, viewer.email, "account.email-changed");
  };

  return {
    ...{ runtime, address, ask, confirm, undo, emailOf, member, change },
    viewerOf: (headers: Headers) => viewerOf(runtime, headers),
    tokenOf: (to: string, kind: string) => tokenOf(runtime, to, kind),
    kindsTo: (to: string) => kindsTo(runtime, to),
  };
};
