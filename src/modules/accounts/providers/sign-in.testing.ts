import { eq } from "drizzle-orm";
import { afterAll } from "vitest";
import { mails } from "#src/platform/tables.ts";
import { createPerson } from "#tests/support/people.ts";
import { resolveViewer } from "../sessions/viewer.ts";
import { people, signIns } from "../tables.ts";
import { type openBrowser, openProviderFixture, type ProviderFixture } from "./providers.testing.ts";

/** A runtime and both fakes for one test file, and the people who sign in there. */
export const signInFixture = async () => {
  const fixture = await openProviderFixture();
  afterAll(() => fixture.close());
  let taken = 0;

  /** Somebody with an account at the fakes that no other test uses, at a mailbox that both run: iCloud, hosted by Google. */
  function somebody(more: Partial<ProviderFixture["google"]["people"][number]> = {}) {
    const sub = `someone-${++taken}`;
    const one = { sub, first: "Some", last: `One${taken}`, name: `Some One${taken}`, email: `${sub}@icloud.com` };
    fixture.google.people.push({ ...one, verified: true, hosted: "example.test", ...more });
    fixture.apple.people.push({ ...one, verified: "true", ...more });
    return { ...one, name: more.name ?? one.name, email: more.email ?? one.email };
  }

  const personOf = async (email: string) =>
    (await fixture.runtime.db.select().from(people).where(eq(people.email, email)))[0];
  const methodsOf = async (personId: string) =>
    (await fixture.runtime.db.select().from(signIns).where(eq(signIns.userId, personId))).map((row) => row.providerId);
  const mailKinds = async (to: string) =>
    (await fixture.runtime.db.select({ kind: mails.kind }).from(mails).where(eq(mails.to, to))).map(({ kind }) => kind);

  /** Signed in with a password, a moment ago, in a browser of their own. */
  async function personIn(browser: ReturnType<typeof openBrowser>, given: Parameters<typeof createPerson>[1] = {}) {
    const one = await createPerson(fixture.runtime, given);
    const { sub } = somebody({ email: one.email });
    await browser.go("google", { person: sub });
    const viewer = await resolveViewer(fixture.runtime, browser.headers());
    if (viewer.kind !== "person" || viewer.id !== one.id) throw new Error("This person is not signed in.");
    return viewer;
  }

  return { fixture, somebody, personOf, methodsOf, mailKinds, personIn };
};
