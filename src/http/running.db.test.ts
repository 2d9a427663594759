import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { openDisk } from "#src/adapters/storage/disk/open-disk.ts";
import { activeSessions, blockPerson, changeRole, endSessionsOf } from "#src/modules/accounts/index.server.ts";
import { sessions } from "#src/modules/accounts/tables.ts";
import { filePoliciesPort, fileWork, scannerPort, storagePort, workPort } from "#src/modules/files/index.server.ts";
import { files } from "#src/modules/files/tables.ts";
import { newId } from "#src/platform/ids.ts";
import { guest, type Person } from "#src/shared/viewer.ts";
import { metadata } from "#tests/support/files.ts";
import { createAccountsRuntime, createPerson } from "#tests/support/people.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { serve } from "#tests/support/serve.ts";
import { fileRoutes } from "./handlers.ts";
import { openRunning } from "./running.ts";

const mib = 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), "paperwright-running-"));
const work = fileWork({ workers: 1 });
const runtime = await createAccountsRuntime({
  ports: [
    [storagePort, openDisk(join(folder, "files"))],
    [scannerPort, null],
    [workPort, work],
    [filePoliciesPort, []],
  ],
});
const running = openRunning(runtime, activeSessions);
const known = new Map<string, Person>();
const served = await serve({
  runtime,
  resolveViewer: async (_runtime, headers) => {
    const person = known.get(headers.get("cookie") ?? "");
    return person && (await activeSessions(runtime, [person.sessionId])).size > 0 ? person : guest;
  },
  handlers: (app) => {
    for (const path of running.longPaths) app.use(path, running.watch);
    fileRoutes(app, runtime);
  },
});
const admin = await createPerson(runtime, { role: 3 });
afterAll(async () => {
  await served.close();
  await work.close();
  await runtime.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function signedIn(): Promise<{ person: Person; cookie: string }> {
  const person = await createPerson(runtime);
  const now = runtime.clock();
  await runtime.db.insert(sessions).values({
    ...{ id: person.sessionId, token: newId(), userId: person.id, createdAt: now, updatedAt: now },
    expiresAt: new Date(now.getTime() + 86_400_000),
  });
  const cookie = `pw_session=${person.sessionId}`;
  known.set(cookie, person);
  return { person, cookie };
}

type Asked = { cookie: string; method?: string; path: string; headers?: Record<string, string | number> };
const open = ({ cookie, method = "GET", path, headers = {} }: Asked) => {
  const asked = request(served.url + path, {
    method,
    agent: false,
    headers: { cookie, origin: served.url, "tus-resumable": "1.0.0", ...headers },
  });
  const closed = new Promise<void>((done) => asked.once("close", done));
  asked.on("error", () => undefined);
  return { asked, closed };
};
const answered = async (asked: ReturnType<typeof request>): Promise<IncomingMessage> => {
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  return answer;
};

/** Starts an upload of `size` bytes; gives its address. */
async function begun(cookie: string, size: number): Promise<string> {
  const headers = { "upload-length": size, "upload-metadata": metadata({ filename: "a.txt", purpose: "order" }) };
  const { asked } = open({ cookie, method: "POST", path: "/files", headers });
  asked.end();
  const answer = await answered(asked);
  answer.resume();
  return answer.headers.location ?? "";
}
const piece = (cookie: string, path: string, length: number) =>
  open({
    ...{ cookie, path, method: "PATCH" },
    headers: { "upload-offset": 0, "content-type": "application/offset+octet-stream", "content-length": length },
  });
const receivedOf = async (path: string) =>
  (
    await runtime.db
      .select()
      .from(files)
      .where(eq(files.id, path.replace("/files/", "")))
  )[0];

const reason = "They asked us by telephone.";
const ends: [string, (person: Person) => Promise<{ ok: boolean }>][] = [
  ["its session is ended", ({ id }) => endSessionsOf(ctxFor(runtime, admin), { personId: id, reason })],
  ["its person is blocked", ({ id }) => blockPerson(ctxFor(runtime, admin), { personId: id, reason })],
  [
    "its person gets another role",
    ({ id }) => changeRole(ctxFor(runtime, admin), { personId: id, role: "2", reason, seen: "1:" }),
  ],
];

describe.each(ends)("when %s", (_, end) => {
  test("an upload stops in the middle of a piece, and the next piece is refused", async () => {
    const { person, cookie } = await signedIn();
    const path = await begun(cookie, 2 * mib);
    const { asked, closed } = piece(cookie, path, 2 * mib);
    asked.write(Buffer.alloc(mib));
    await expect.poll(async () => (await receivedOf(path))?.writing).toBe(true);
    await running.check();
    expect(asked.destroyed, "the session holds").toBe(false);
    expect(await end(person)).toMatchObject({ ok: true });
    await running.check();
    await closed;
    await expect.poll(async () => (await receivedOf(path))?.writing).toBe(false);
    expect((await receivedOf(path))?.state).toBe("receiving");
    const next = piece(cookie, path, 10);
    next.asked.end(Buffer.alloc(10));
    const answer = await answered(next.asked);
    answer.resume();
    expect(answer.statusCode).toBe(401);
  });

  test("a download stops, and other people's continue", async () => {
    const [mine, theirs] = [await signedIn(), await signedIn()];
    const size = 24 * mib;
    const opened = async ({ cookie }: { cookie: string }) => {
      const path = await begun(cookie, size);
      const sent = piece(cookie, path, size);
      sent.asked.end(Buffer.alloc(size));
      (await answered(sent.asked)).resume();
      const { asked, closed } = open({ cookie, path: `${path}/a.txt` });
      asked.end();
      const answer = await answered(asked);
      answer.on("error", () => undefined);
      return { answer, closed };
    };
    const [cut, whole] = [await opened(mine), await opened(theirs)];
    expect(await end(mine.person)).toMatchObject({ ok: true });
    await running.check();
    cut.answer.resume();
    await cut.closed;
    expect(cut.answer.complete).toBe(false);
    let length = 0;
    for await (const bytes of whole.answer) length += bytes.length;
    expect(length).toBe(size);
  });
});
