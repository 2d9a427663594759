import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { startSmtp } from "#fakes/smtp.ts";
import { openSmtp } from "#src/adapters/mail/open-mailer.ts";
import { storagePort } from "#src/modules/files/index.server.ts";
import { siteSetting } from "#src/modules/operator/index.server.ts";
import { type PaymentProvider, providersPort } from "#src/modules/payments/index.server.ts";
import { shopSetting } from "#src/modules/pricing/index.server.ts";
import { mailer } from "#src/platform/mail/port.ts";
import { readSetting } from "#src/platform/settings.ts";
import { capabilities } from "#src/shared/viewer.ts";
import { createPerson } from "#tests/support/people.ts";
import { createTestRuntime, ctxFor } from "#tests/support/runtime.ts";
import { storeSetting } from "#tests/support/settings.ts";
import { setupMarks } from "../tables.ts";
import { askAddress, newCode, seenFromOutside, tryAddress, tryStorage } from "./checks.ts";
import { acceptPrices, checkNow, readText, switchShop } from "./commands.ts";
import { readSetup } from "./facts.ts";
import { textsToRead } from "./setup-step.ts";

let refusal: { code: number; text: string } | undefined;
let events: () => Promise<[]> = async () => [];
const smtp = await startSmtp({ refuse: (step) => (step === "MAIL" ? refusal : undefined) });
const stripe = { key: "stripe", sandbox: false, eventsSince: () => events() } as unknown as PaymentProvider;
const runtime = await createTestRuntime({
  mode: "real",
  env: {
    SMTP_URL: smtp.url,
    STRIPE_SECRET_KEY: "sk_test_one",
    STRIPE_WEBHOOK_SECRET: "whsec_one",
    DEMO: "off",
  },
  ports: [
    [mailer, openSmtp({ url: smtp.url })],
    [providersPort, [stripe]],
  ],
});
afterAll(async () => {
  await runtime.drop();
  await smtp.close();
});
const owner = ctxFor(runtime, await createPerson(runtime, { role: 3, email: "owner@shop.test" }));
const some = capabilities.filter((one) => one !== "money");
const admin = ctxFor(runtime, await { ...(await createPerson(runtime, { role: 3 })), capabilities: some });
const later = (seconds: number) => runtime.setNow(new Date(runtime.clock().getTime() + seconds * 1000));
const stepOf = async (key: string, of = runtime) => {
  const setup = await readSetup({ ...owner, runtime: of }, {});
  if (!setup.ok) throw new Error(setup.message);
  return setup.value.groups.flatMap(({ steps }) => steps).find((step) => step.key === key);
};
beforeEach(() => later(60));

test("the guide is the owner's alone: every step of it is not there for others", async () => {
  for (const ctx of [admin, ctxFor(runtime), ctxFor(runtime, await createPerson(runtime, {}))])
    for (const outcome of await Promise.all([
      readSetup(ctx, {}),
      readText(ctx, { text: "terms" }),
      acceptPrices(ctx, {}),
      switchShop(ctx, { open: false }),
      checkNow(ctx, "mail"),
    ]))
      expect(outcome).toMatchObject({ ok: false, code: "not-found" });
  expect(await runtime.db.select().from(setupMarks)).toEqual([]);
  expect(smtp.mails).toEqual([]);
});

test("the shop opens once the legal name is set and all texts are read, and closes again", async () => {
  await storeSetting(runtime, shopSetting, { ...shopSetting.default, open: false });
  expect(await switchShop(owner, { open: true })).toMatchObject({ ok: false, code: "conflict" });
  for (const { key, to } of textsToRead) expect(await readText(owner, { text: key })).toEqual({ ok: true, value: to });
  expect(await switchShop(owner, { open: true })).toMatchObject({ ok: false, code: "conflict" });
  await storeSetting(runtime, siteSetting, { ...siteSetting.default, legalName: "Ada Ltd" });
  const both = await Promise.all([switchShop(owner, { open: true }), switchShop(owner, { open: true })]);
  expect(both.some(({ ok }) => ok)).toBe(true);
  expect((await readSetting(runtime.db, shopSetting)).value.open).toBe(true);
  expect((await runtime.settings.get(shopSetting)).open).toBe(true);
  expect(await switchShop(owner, { open: false })).toMatchObject({ ok: true });
  expect((await runtime.settings.get(shopSetting)).open, "forms show it at once").toBe(false);
  expect((await readSetting(runtime.db, shopSetting)).value.open).toBe(false);
});

test("prices are kept as shipped by a press", async () => {
  expect(await stepOf("prices")).toMatchObject({ state: "todo" });
  await acceptPrices(owner, {});
  expect(await stepOf("prices")).toMatchObject({ state: "done" });
});

describe("a test e-mail", () => {
  test("goes to the owner who asks, at most one in ten seconds, and the answer stays", async () => {
    expect(await checkNow(owner, "mail")).toMatchObject({ ok: true, value: { ok: true } });
    expect(smtp.mails.map(({ to }) => to)).toEqual([["owner@shop.test"]]);
    expect(await checkNow(owner, "mail")).toMatchObject({ ok: false, code: "too-many" });
    expect(smtp.mails).toHaveLength(1);
    expect(await stepOf("mail")).toMatchObject({ state: "done", fact: expect.stringContaining("owner@shop.test") });
  });

  test("that is refused names the stage, and the step is to do again", async () => {
    refusal = { code: 550, text: "who are you" };
    expect(await checkNow(owner, "mail")).toMatchObject({ ok: true, value: { ok: false } });
    refusal = undefined;
    const step = await stepOf("mail");
    expect(step?.state).toBe("todo");
    expect(step?.fact).toContain("the mail server refused the sender. Check MAIL_FROM.");
    expect(step?.fact).toContain("who are you");
  });

  test("counts for the configuration that it was sent with alone", async () => {
    await checkNow(owner, "mail");
    expect(await stepOf("mail")).toMatchObject({ state: "done" });
    const moved = { ...runtime, config: { ...runtime.config, mailFrom: "other@shop.test" } };
    expect(await stepOf("mail", moved)).toMatchObject({ state: "todo" });
  });
});

test.each([
  ["keys that work", async () => [] as [], "done", "the keys work"],
  [
    "keys that the provider does not know",
    () => Promise.reject(Object.assign(new Error("Invalid API Key"), { statusCode: 401 })),
    "todo",
    "does not know these keys",
  ],
  ["a provider that is away", () => Promise.reject(new Error("ECONNRESET")), "todo", "does not answer"],
])("a payment method: %s", async (_name, answer, state, message) => {
  events = answer;
  await checkNow(owner, "stripe");
  const step = await stepOf("payment");
  expect(step?.state).toBe(state);
  expect(step?.fact).toContain(message);
});

describe("the shop's own address", () => {
  const code = newCode(runtime);
  const askServer = async (status: number, body = code.answer) => {
    const server = createServer((_, response) => response.writeHead(status).end(body)).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    const result = await askAddress(new URL(`http://127.0.0.1:${port}`), new Date(), code);
    server.closeAllConnections();
    server.close();
    return { port, result };
  };

  test.each([
    ["another status", 421, "", "421"],
    ["another program with an answer of its own", 200, "User-agent: *", "Another program answers there"],
    ["a long answer", 200, "x".repeat(100_000), "Another program answers there"],
    ["this shop without TLS", 200, code.answer, "without TLS"],
  ])("%s is named", async (_name, status, body, words) => {
    const { result } = await askServer(status, body);
    expect(result).toMatchObject({ ok: false, message: expect.stringContaining(words) });
  });

  test("nothing answers there, or it speaks no TLS", async () => {
    const { port } = await askServer(200);
    const closed = await askAddress(new URL(`https://127.0.0.1:${port}`), new Date(), code);
    expect(closed).toMatchObject({ ok: false, message: expect.stringContaining("Nothing answers") });
    const plain = await askAddress(new URL(smtp.url.replace("smtp:", "https:")), new Date(), code);
    expect(plain.ok).toBe(false);
  });

  test("an address of this machine is no address for visitors", async () => {
    expect(await checkNow(owner, "address")).toMatchObject({
      ok: true,
      value: { ok: false, message: expect.stringContaining("only on this machine") },
    });
    expect(await stepOf("address")).toMatchObject({ state: "todo" });
  });

  const shop = (proxies: string) =>
    ({
      config: { ...runtime.config, baseUrl: new URL("https://shop.test"), trustedProxies: proxies === "" ? [] : [{}] },
    }) as never;
  test.each<[string, Parameters<typeof seenFromOutside>[1], string, boolean, string]>([
    ["the browser reached it", { browser: "same", forwarded: false }, "", true, "Your browser reached this shop."],
    ["without scripts", { browser: "", forwarded: false }, "", true, ""],
    ["another address", { browser: "elsewhere", forwarded: false }, "", false, "another address than BASE_URL"],
    ["another program", { browser: "other", forwarded: false }, "", false, "Your browser reached something else"],
    ["no answer", { browser: "failed", forwarded: false }, "", false, "Your browser got no answer"],
    ["a proxy that is not named", { browser: "same", forwarded: true }, "", false, "TRUSTED_PROXIES does not name it"],
    [
      "a proxy that is named",
      { browser: "same", forwarded: true },
      "10.0.0.1",
      true,
      "Your browser reached this shop.",
    ],
  ])("what the owner's own request says: %s", (_name, seen, proxies, ok, words) => {
    const found = seenFromOutside(shop(proxies), seen);
    expect(found).toEqual({ ok, message: expect.stringContaining(words) });
  });

  test("the words name which of the two failed", async () => {
    const real = { ...runtime, config: { ...runtime.config, baseUrl: new URL("https://127.0.0.1:9") } } as never;
    const away = { ...runtime, config: { ...runtime.config, baseUrl: new URL("https://shop.invalid") } } as never;
    expect((await tryAddress(real)).message).toContain("only on this machine");
    const { ok, message } = await tryAddress(away, { ok: true, message: "Your browser reached this shop." });
    expect([ok, message]).toEqual([
      false,
      expect.stringMatching(/^Your browser reached this shop\. From the server: The name is not known/),
    ]);
  });
});

describe("the bucket of the files", () => {
  const at = (probe: () => Promise<void>) => ({
    ...runtime,
    config: { ...runtime.config, s3: { bucket: "shop" } },
    port: (key: { name: string }) => (key.name === storagePort.name ? { probe } : runtime.port(key as never)),
  });
  const refused = (httpStatusCode: number) => () =>
    Promise.reject(Object.assign(new Error("refused"), { $metadata: { httpStatusCode } }));
  test.each<[string, () => Promise<void>, boolean, string]>([
    ["that opens", async () => undefined, true, "the key opens it"],
    ["that refuses the key", refused(403), false, "S3_ACCESS_KEY_ID"],
    ["that is not there", refused(404), false, "There is no such bucket."],
    ["that does not answer", () => Promise.reject(new Error("ECONNREFUSED")), false, "S3_ENDPOINT"],
  ])("one %s", async (_name, probe, ok, words) => {
    expect(await tryStorage(at(probe) as never)).toEqual({ ok, message: expect.stringContaining(words) });
  });

  test("a folder of the server needs no check", async () => {
    expect(await tryStorage(runtime)).toMatchObject({ ok: true });
    expect(await stepOf("files")).toMatchObject({ state: "done" });
  });
});
