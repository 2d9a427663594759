import { expect, onTestFinished, test } from "vitest";
import { newId } from "#src/platform/ids.ts";
import { openVisitor, type Visitor } from "#tests/support/driver.ts";
import { formWith } from "#tests/support/driver-forms.ts";
import { cookieOf } from "#tests/support/product.ts";
import { signInClients } from "../../../bench/support/clients.ts";
import { demoFolder } from "../database/fixture.ts";
import { withBooks } from "./books.ts";
import { startReady } from "./fixture.ts";
import { type EventStream, openEvents } from "./live-streams.ts";

async function twoProcesses() {
  const dataDir = demoFolder(onTestFinished);
  const apps = [await startReady({ dataDir }), await startReady({ dataDir })] as const;
  const people = await withBooks(dataDir, ({ rows }) =>
    rows<{ id: string; email: string }>("select id, email from accounts.people"),
  );
  const idOf = (name: string): string => people.find(({ email }) => email === `${name}@demo.test`)?.id ?? "";
  return { dataDir, here: apps[0].url, there: apps[1].url, idOf };
}

type Followed = { id: string; cookie: string; stream: EventStream };

async function adminStep(admin: Visitor, personId: string, step: string, typed: Record<string, string>): Promise<void> {
  const page = await admin.get(`/admin/people/${personId}`);
  const answer = await admin.send(page, formWith(page.html, "step", step), typed);
  expect(answer.status).toBe(200);
}

test("a stream is refused wherever the page is, on both processes and with the same verdict as the JSON handler", async () => {
  const { here, there, idOf } = await twoProcesses();
  const cookie = await cookieOf(here, "client@demo.test");
  const [mine, other, nobody] = [idOf("client"), idOf("writer"), newId()];
  for (const url of [here, there]) {
    const own = await openEvents(url, cookie, `chat:${mine},notices:${mine}`);
    expect(own.status).toBe(200);
    own.close();
    const json = async (id: string): Promise<number> =>
      (await fetch(`${url}/api/chat?chatId=${id}`, { headers: { cookie } })).status;
    expect([await json(mine), await json(other), await json(nobody)]).toEqual([200, 404, 404]);
    const foreign = [`chat:${other}`, `chat:${nobody}`, `notices:${other}`, "inbox:support", "*", "chat:*", "chat:"];
    for (const topic of [...foreign, `chat:${mine},chat:${other}`, `chat:${mine},inbox:support`, `CHAT:${mine}`])
      expect([topic, (await openEvents(url, cookie, topic)).status]).toEqual([topic, 404]);
    expect((await openEvents(url, "", `chat:${mine}`)).status).toBe(401);
  }
});

test("a stream ends soon after its session, its person's access or role ended on the other process", async () => {
  const { dataDir, here, there } = await twoProcesses();
  const admin = openVisitor(() => there);
  await admin.signIn("admin@demo.test");
  const follow = async (cookie: string) => {
    const { chatId } = (await (await fetch(`${here}/api/chat`, { headers: { cookie } })).json()) as { chatId: string };
    const stream = await openEvents(here, cookie, `chat:${chatId}`);
    expect(stream.status).toBe(200);
    return { id: chatId, cookie, stream };
  };
  const cookies = await withBooks(dataDir, async ({ pool, rows }) => {
    const made = await signInClients(pool, 3);
    // They get mails about what happens to them.
    await rows("update accounts.people set email = id || '@people.test' where email like '%@people.test'");
    return made;
  });
  const [leaving, promoted, blocked] = (await Promise.all(cookies.map(follow))) as [Followed, Followed, Followed];
  const signOut = () =>
    fetch(`${there}/signout`, {
      method: "POST",
      headers: { cookie: leaving.cookie, origin: there },
      redirect: "manual",
    });
  const giveRole = () =>
    adminStep(admin, promoted.id, "role", { "role.role": "2", "role.reason": "Writes for us from today." });
  const block = () => adminStep(admin, blocked.id, "block", { "block.reason": "Asked us to close the account." });
  await Promise.all([signOut(), giveRole(), block()]);
  await Promise.all([leaving, promoted, blocked].map(({ stream }) => stream.ended));

  for (const { id, cookie } of [leaving, promoted, blocked])
    expect((await openEvents(here, cookie, `chat:${id}`)).status).toBe(401);
});
