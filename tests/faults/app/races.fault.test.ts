import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openVisitor, type Page, type Visitor } from "#tests/support/driver.ts";
import { formWith } from "#tests/support/driver-forms.ts";
import { checkoutOf, openOrderForm, openPayment, orderFields } from "#tests/support/driver-people.ts";
import { metadata } from "#tests/support/files.ts";
import { signInClients } from "../../../bench/support/clients.ts";
import { randomFrom, seed, sized } from "../../support/full-run.ts";
import { demoFolder, eventually } from "../database/fixture.ts";
import { known, makePeople, password, poster } from "../sign-in/handlers.ts";
import { brokenChain, brokenMoney, doubledOrHalf, unfinished, withBooks } from "./books.ts";
import { type App, startReady } from "./fixture.ts";

// Two things that must not both happen, on two processes at the same moment, again and again.

const rounds = sized(3, 200);
const random = randomFrom(seed);
const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const cleanUp: (() => Promise<void>)[] = [];
let dataDir = "";
let here: App;
let there: App;
beforeAll(async () => {
  console.log(`SEED=${seed}`);
  dataDir = demoFolder((work) => cleanUp.push(async () => work()));
  const start = () => startReady({ dataDir }, (work) => cleanUp.unshift(work));
  [here, there] = [await start(), await start()];
});
afterAll(async () => {
  for (const work of cleanUp) await work();
});

const adminOf = async (app: App): Promise<Visitor> => {
  const admin = openVisitor(() => app.url);
  await admin.signIn("admin@demo.test");
  return admin;
};

const isIn = async ({ url }: App, cookie: string): Promise<boolean> => {
  const answer = await fetch(`${url}/dashboard`, { headers: { cookie }, redirect: "manual" });
  await answer.body?.cancel();
  return answer.status === 200;
};

test(`signing in here while somebody blocks the account there, ${rounds} times: nobody stays in`, async () => {
  const emails = Array.from({ length: rounds }, (_, n) => known(n));
  await makePeople(dataDir, emails);
  const people = await withBooks(dataDir, ({ rows }) =>
    rows<{ id: string; email: string }>("select id, email from accounts.people where email = any($1)", [emails]),
  );
  const admin = await adminOf(there);
  const post = poster(here.url);
  const met = { in: 0, out: 0 };
  let hashMs = 0;
  for (const { id, email } of people) {
    const page = await admin.get(`/admin/people/${id}`);
    const blocking = async (): Promise<Page> => {
      await later(random() * 1.5 * hashMs); // somewhere in the sign-in, which is as long as its password's check
      return admin.send(page, formWith(page.html, "step", "block"), { "block.reason": "They asked us to." });
    };
    const began = performance.now();
    const entering = post("/api/auth/sign-in/email", { email, password }).then((answer) => {
      hashMs ||= performance.now() - began;
      return answer;
    });
    const [entered, blocked] = await Promise.all([entering, blocking()]);
    expect([blocked.status, blocked.done]).toEqual([200, true]);
    expect([200, 302, 401, 403]).toContain(entered.status);
    const cookie = entered.headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
    met[cookie.includes("session") ? "in" : "out"] += 1;
    expect([await isIn(here, cookie), await isIn(there, cookie)]).toEqual([false, false]);
  }
  const left = await withBooks(dataDir, ({ rows }) =>
    rows("select 1 from accounts.sessions where user_id = any($1)", [people.map(({ id }) => id)]),
  );
  expect(left).toEqual([]);
  console.log(`${met.in} were in before they were blocked, ${met.out} came too late`);
});

/** Sends one piece of an upload slowly, and never its end. */
async function startUpload(cookie: string): Promise<{ path: string; closed: Promise<void>; status: () => number }> {
  const headers = { cookie, origin: here.url, "tus-resumable": "1.0.0" };
  const begun = await fetch(`${here.url}/files`, {
    method: "POST",
    headers: {
      ...headers,
      "upload-length": "100000",
      "upload-metadata": metadata({ filename: "a.txt", purpose: "order" }),
    },
  });
  const path = begun.headers.get("location") ?? "";
  const asked = request(here.url + path, {
    ...{ method: "PATCH", agent: false },
    headers: {
      ...headers,
      "upload-offset": "0",
      "content-type": "application/offset+octet-stream",
      "content-length": 100_000,
    },
  });
  let status = 0;
  asked.on("response", (answer) => {
    status = answer.statusCode ?? 0;
    answer.resume();
  });
  asked.on("error", () => undefined);
  const closed = new Promise<void>((resolve) => asked.once("close", () => resolve()));
  const sending = setInterval(() => asked.write(Buffer.alloc(100, "a")), 20);
  void closed.then(() => clearInterval(sending));
  return { path, closed, status: () => status };
}

test(`uploads here while their sessions end there, ${rounds} times: none is finished, nothing more is taken`, async () => {
  const cookies = await withBooks(dataDir, ({ pool }) => signInClients(pool, rounds));
  const paths = await Promise.all(
    cookies.map(async (cookie) => {
      const { path, closed, status } = await startUpload(cookie);
      await later(random() * 400);
      const out = await poster(there.url)("/signout", {}, cookie);
      expect(out.status).toBe(302);
      await closed;
      expect([0, 401]).toContain(status());
      const next = await fetch(here.url + path, { method: "HEAD", headers: { cookie, "tus-resumable": "1.0.0" } });
      expect(next.status).toBe(401);
      return path;
    }),
  );
  const ids = paths.map((path) => path.replace("/files/", ""));
  const states = await withBooks(dataDir, ({ rows }) =>
    rows<{ state: string; count: number }>(
      "select state, count(*)::int as count from files.files where id = any($1) and received < 100000 group by state",
      [ids],
    ),
  );
  expect(states).toEqual([{ state: "receiving", count: rounds }]);
});

test(`an order is paid, cancelled by its client and cancelled by an admin at once, ${rounds} times: one of them, whole, without a deadlock`, async () => {
  const clients = [openVisitor(() => here.url), openVisitor(() => there.url)] as const;
  await Promise.all(clients.map((client) => client.signIn("client@demo.test")));
  const admin = await adminOf(there);
  const [mine, mineThere] = clients;
  const words = new Set<number>();
  for (let n = 0; n < rounds; n += 1) {
    const form = await openOrderForm(mine);
    const id = checkoutOf(await mine.send(form, formWith(form.html, "idempotencyKey"), orderFields));
    const paying = await openPayment(mine, id);
    const cancelling = await mineThere.get(`/dashboard/orders/${id}?step=cancel`);
    const order = await admin.get(`/admin/orders/${id}`);
    const actions = [
      () => mine.send(paying, formWith(paying.html, "choice", "pay"), { choice: "pay" }),
      () => mineThere.send(cancelling, formWith(cancelling.html, "action", "cancel")),
      () => admin.send(order, formWith(order.html, "step", "cancel"), { "cancel.reason": "By telephone." }),
    ];
    const at = n % actions.length;
    const answers = await Promise.all([...actions.slice(at), ...actions.slice(0, at)].map((choice) => choice()));
    for (const { status } of answers) words.add(status);
  }
  for (const status of words) expect(status).toBeLessThan(500);
  await withBooks(dataDir, async (books) => {
    await eventually(async () => Object.keys(await unfinished(books)).length === 0);
    expect(await doubledOrHalf(books)).toEqual([]);
    expect(await brokenMoney(books)).toEqual([]);
    expect(await brokenChain(books)).toEqual([]);
    const [{ deadlocks } = { deadlocks: -1 }] = await books.rows<{ deadlocks: number }>(
      "select deadlocks::int from pg_stat_database where datname = current_database()",
    );
    expect(deadlocks).toBe(0);
  });
});
