import { eq } from "drizzle-orm";
import { mails } from "#src/platform/tables.ts";
import { ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { register, signIn } from "./index.server.ts";

export const good = "eight small boats at dawn";
export const other = "nine grey geese over the hill";
export const start = new Date("2026-03-10T12:00:00Z");

/** Versions of the texts of a new account, in tests that show no page. */
export const shown = { termsVersion: "2026-03-1", privacyVersion: "2026-03-2" };

/** A registration form that passes. */
export const form = (email: string, more: object = {}) => ({
  name: "Linh Tran",
  email,
  password: good,
  terms: "on",
  ...more,
});

let newcomers = 0;

/** The address of somebody who registered two minutes ago, another one each time. */
export async function newcomer(runtime: TestRuntime, prefix: string): Promise<string> {
  newcomers += 1;
  const email = `${prefix}-${newcomers}@example.test`;
  await register(ctxFor(runtime), form(email));
  later(runtime, 120);
  return email;
}

/** The request headers of a browser that took these cookies. */
export const cookieOf = (cookies: readonly string[], name = "pw_session"): Headers =>
  new Headers({
    cookie: cookies
      .map((c) => c.split(";")[0])
      .filter((c) => c?.startsWith(name))
      .join("; "),
  });

export async function signedIn(runtime: TestRuntime, email: string, password = good) {
  const entered = await signIn(ctxFor(runtime), { email, password }, null);
  if (!entered.ok) throw new Error(entered.message);
  return { headers: cookieOf(entered.value.cookies), cookies: entered.value.cookies, id: entered.value.personId };
}

export const mailsTo = (runtime: TestRuntime, to: string) =>
  runtime.db.select().from(mails).where(eq(mails.to, to)).orderBy(mails.id);

export const later = (runtime: TestRuntime, seconds: number): void =>
  runtime.setNow(new Date(runtime.clock().getTime() + seconds * 1000));

/** The token of the newest link that was mailed to this address. */
export async function linkIn(runtime: TestRuntime, to: string): Promise<string> {
  const tokens = (await mailsTo(runtime, to)).map(({ content }) =>
    new URL(content?.button?.path ?? "", "http://x").searchParams.get("token"),
  );
  return tokens.findLast((token) => token !== null) ?? "no e-mail has a link";
}

/** The kinds of mails to this address: those of one instant have no order. */
export const kindsTo = async (runtime: TestRuntime, to: string): Promise<string[]> =>
  (await mailsTo(runtime, to)).map(({ kind }) => kind);
