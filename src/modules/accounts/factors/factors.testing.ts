import { expect } from "vitest";
import { ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { cookieOf, later, signedIn } from "../accounts.testing.ts";
import { addApp, beginApp, resolveViewer } from "../index.server.ts";
import { authPort } from "../ports.ts";
import { codeAt, stepAt } from "./codes.ts";

/** The code of an app for this runtime's clock. */
export const codeNow = (runtime: TestRuntime, secret: string): Promise<string> =>
  codeAt(secret, stepAt(runtime.clock()));

export const viewerOf = async (runtime: TestRuntime, headers: Headers) =>
  ctxFor(runtime, await resolveViewer(runtime, headers));

/** The cookies that a browser holds after answers, by the names that the product uses. */
export const jarOf = (runtime: TestRuntime, ...answers: readonly (readonly string[])[]) => {
  const headers = new Headers({
    cookie: [
      ...new Map(answers.flat().map((cookie) => [cookie.split("=")[0], cookie.split(";")[0] ?? ""])).values(),
    ].join("; "),
  });
  const { cookies } = runtime.port(authPort);
  return { headers, step: cookies.readStep(headers), challenge: cookies.readChallenge(headers) };
};

/** Signs in with the password and sets an authenticator app up. Thirty seconds later its next code counts. */
export async function withApp(runtime: TestRuntime, email: string) {
  const { headers, id } = await signedIn(runtime, email);
  const ctx = await viewerOf(runtime, headers);
  const begun = await beginApp(ctx, {});
  if (!begun.ok) throw new Error(begun.message);
  const { token, secret } = begun.value;
  const added = await addApp(ctx, { token, code: await codeNow(runtime, secret) });
  if (!added.ok) throw new Error(added.message);
  expect(added.value.codes).toHaveLength(10);
  later(runtime, 30);
  return { id, secret, codes: added.value.codes ?? [], headers: cookieOf(added.value.cookies), old: headers };
}
