import { expect, onTestFinished, test } from "vitest";
import { openVisitor } from "#tests/support/driver.ts";
import { formWith } from "#tests/support/driver-forms.ts";
import {
  adminWork,
  checkoutOf,
  newWitness,
  noteReturn,
  openOrderForm,
  openPayment,
  orderFields,
  play,
  shopping,
} from "#tests/support/driver-people.ts";
import { isFullRun, randomFrom, seed, sized } from "../../support/full-run.ts";
import { demoFolder, eventually, serverOf } from "../database/fixture.ts";
import { audit } from "./audit.ts";
import { letOrdersExpire, withBooks } from "./books.ts";
import { startReady, untilReady } from "./fixture.ts";

const email = "client@demo.test";
const doubleClicks = sized(5, 200);
const swaps = sized(1, 50);

test("the same form and the same payment sent to two processes at once are one order and one payment", async () => {
  const dataDir = demoFolder(onTestFinished);
  const apps = [await startReady({ dataDir }), await startReady({ dataDir })] as const;
  const witness = newWitness();
  const people = apps.map((app) => openVisitor(() => app.url));
  await Promise.all(people.map((person) => person.signIn(email)));
  const [first] = people;
  if (!first) throw new Error("nobody is there");
  for (let n = 0; n < doubleClicks; n += 1) {
    const page = await openOrderForm(first);
    const form = formWith(page.html, "idempotencyKey");
    witness.asked.add(form.fields.get("idempotencyKey") ?? "");
    const placed = await Promise.all(people.map(async (one) => checkoutOf(await one.send(page, form, orderFields))));
    expect(new Set(placed).size).toBe(1);
    const id = placed[0] ?? "";
    witness.placed.set(form.fields.get("idempotencyKey") ?? "", id);
    witness.paying.add(id);
    const practice = await Promise.all(people.map((one) => openPayment(one, id)));
    expect(new Set(practice.map(({ path }) => path)).size).toBe(1);
    const back = await Promise.all(
      people.map((one, at) => {
        const paying = practice[at] ?? page;
        return one.send(paying, formWith(paying.html, "choice", "pay"), { choice: "pay" });
      }),
    );
    for (const one of back) noteReturn(one, witness, id);
    expect([...witness.paid]).toContain(id);
  }
  await audit(apps[0], { dataDir, witness, email });
  const counts = await withBooks(dataDir, ({ rows }) =>
    rows(
      "select (select count(*)::int from orders.orders where not demo) as orders, (select count(*)::int from sandbox.payments p join payments.settlements s on s.transaction = p.id join orders.orders o on o.id = s.order_id and not o.demo) as payments",
    ),
  );
  expect(counts).toEqual([{ orders: doubleClicks, payments: doubleClicks }]);
});

test("a text that is published on one process is that of the next e-mail of the other one", async () => {
  const dataDir = demoFolder(onTestFinished);
  const [first, second] = [await startReady({ dataDir }), await startReady({ dataDir })] as const;
  const [admin, guest] = [openVisitor(() => first.url), openVisitor(() => second.url)];
  const subjects = () =>
    withBooks(dataDir, ({ rows }) =>
      rows<{ subject: string }>("select subject from platform.mails where kind = 'account.reset' order by id"),
    );
  const ask = async (): Promise<void> => {
    const page = await guest.get("/passreset");
    await guest.send(page, formWith(page.html, "email"), { email });
  };
  await ask();
  await eventually(async () => (await subjects()).length === 1);
  await admin.signIn("admin@demo.test");
  const editor = await admin.get("/admin/site/emails/account.reset");
  const subject = "A password in our own words";
  expect((await admin.send(editor, formWith(editor.html, "subject"), { subject, step: "publish" })).done).toBe(true);
  await ask();
  await eventually(async () => (await subjects()).length === 2);
  expect((await subjects()).map((one) => one.subject)).toEqual(["Choose a new password", subject]);
});

test("a colour, a page and a service that are published on one process are those of the other one", async () => {
  const dataDir = demoFolder(onTestFinished);
  const [first, second] = [await startReady({ dataDir }), await startReady({ dataDir })] as const;
  const [admin, guest] = [openVisitor(() => first.url), openVisitor(() => second.url)];
  await admin.signIn("admin@demo.test");
  const publish = async (path: string, typed: Record<string, string>) => {
    const editor = await admin.get(path);
    expect((await admin.send(editor, formWith(editor.html, "seen"), { ...typed, step: "publish" })).done, path).toBe(
      true,
    );
  };
  // Both processes keep these pages as bytes before anything is changed.
  for (const path of ["/accessibility", "/non-technical-writing/essays"])
    for (const { url } of [first, second]) expect((await fetch(url + path)).status).toBe(200);
  await publish("/admin/site", { colour: "#00776A" });
  await publish("/admin/site/pages/accessibility", { text: "# Accessibility\n\nIn our own words.\n" });
  await publish("/admin/site/services/essays", { name: "Model essays", slug: "model-essays", on: "on" });
  const page = async () => (await guest.get("/accessibility")).html;
  await eventually(async () => /In our own words\./.test(await page()) && /\/brand\/[\w-]+\.css/.test(await page()));
  await eventually(async () => (await guest.get("/non-technical-writing/essays")).path.endsWith("/model-essays"));
  const [styles = ""] = /\/brand\/[\w-]+\.css/.exec(await page()) ?? [];
  expect(await (await fetch(second.url + styles)).text()).toContain("--color-pen:#00776A");
  expect((await guest.get("/non-technical-writing/model-essays")).html).toContain(">Model essays</h1>");
});

test.runIf(isFullRun)(
  `two processes under load, the one that started the server is killed ${swaps} times: the other continues`,
  async () => {
    console.log(`SEED=${seed}`);
    const random = randomFrom(seed + 3);
    const dataDir = demoFolder(onTestFinished);
    let older = await startReady({ dataDir });
    let newer = await startReady({ dataDir });
    const witness = newWitness();
    const players = [0, 1, 2, 3, 4].map((n) =>
      n < 4
        ? play(() => (n % 2 === 0 ? older : newer).url, email, witness, shopping(witness))
        : play(() => newer.url, "admin@demo.test", witness, adminWork(witness)),
    );
    const someFailed = () => players.some((player) => player.failed());
    const expired: string[] = [];
    const { pid } = serverOf(dataDir);
    for (let n = 0; n < swaps; n += 1) {
      await eventually(() => witness.left.size > expired.length + 4 || someFailed());
      const due = [...witness.left].filter((id) => !expired.includes(id)).slice(0, 4);
      await withBooks(dataDir, (books) => letOrdersExpire(books, due));
      expired.push(...due);
      await new Promise((resolve) => setTimeout(resolve, 20 + random() * 2_980));
      await older.kill();
      const before = witness.placed.size;
      older = newer;
      await eventually(() => witness.placed.size > before + 10 || someFailed());
      if (n < swaps - 1) newer = await startReady({ dataDir });
    }
    expect(serverOf(dataDir).pid).toBe(pid);
    await Promise.all(players.map((player) => player.stop()));
    await untilReady(newer);
    await audit(newer, { dataDir, witness, email, expired });
    console.log(
      `${witness.placed.size} orders, ${witness.paid.size} payments acknowledged, none lost; ${expired.length} timers, each once`,
    );
    expect(await newer.leave()).toEqual({ code: 0, signal: null });
  },
);
