import { expect, test } from "vitest";
import {
  changedLinks,
  isServiceAddress,
  printed,
  serviceAt,
  serviceNamed,
  servicesNow,
  servicesSetting,
} from "#src/modules/catalogue/index.server.ts";
import { addressOf, catalogue } from "#src/modules/catalogue/index.ts";
import type { Ctx, Runtime } from "#src/platform/runtime.ts";
import { openSettings, readSetting } from "#src/platform/settings.ts";
import { must } from "#tests/support/must.ts";
import { pageValuesPlug } from "#tests/support/page-values.ts";
import { createPerson, withoutSettings } from "#tests/support/people.ts";
import { createTestRuntime, ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { changeServices, publishServices, undoServices } from "./services-draft.ts";
import { serviceEditor, serviceList } from "./services-editor.ts";

const runtime = await forThisFile(createTestRuntime({ ports: [pageValuesPlug] }));
const marta = await createPerson(runtime, { role: 3, name: "Marta Klein" });
const admin = ctxFor(runtime, marta);
const jonas = ctxFor(runtime, await createPerson(runtime, { role: 3, name: "Jonas Berg" }));

type Typed = Parameters<typeof changeServices>[1];
const listOf = async (ctx: Ctx = admin) => must(await serviceList(ctx, {}));
const editorOf = async (id: string, ctx: Ctx = admin) => must(await serviceEditor(ctx, { id }));
const seenBy = async (ctx: Ctx) => String((await listOf(ctx)).revision);
const step = async (name: string, typed: object = {}, ctx: Ctx = admin) =>
  changeServices(ctx, { step: name, seen: await seenBy(ctx), typed } as Typed);
const type = (id: string, service: object, ctx: Ctx = admin) => step("save", { id, service }, ctx);
const publish = async (ctx: Ctx = admin) => publishServices(ctx, { seen: await seenBy(ctx) });
const put = async (id: string, service: object, ctx: Ctx = admin) => {
  must(await type(id, service, ctx));
  return must(await publish(ctx));
};
const at = (slug: string, of: Runtime = runtime) => serviceAt(of.settings.get, "non-technical-writing", slug);
const addresses = async (of: Runtime = runtime) => (await servicesNow(of)).map(addressOf);

test("without a change the services are those of the product, in its order", async () => {
  expect(await addresses()).toEqual(expect.arrayContaining(catalogue.map(addressOf)));
  const rows = (await listOf()).groups.flatMap((group) => group.rows);
  expect(rows.map(({ text, on }) => `${text} ${on}`)).toEqual(catalogue.map(() => "shipped true"));
  expect(await changedLinks(runtime, [{ to: "/coursework/any-subject", label: "Coursework" }])).toBeUndefined();
});

test("a changed address leads from the old one for good, also in other cases of letters and after a second change", async () => {
  must(await type("essays", { slug: "model-essays", name: "Model essays" }));
  expect(await at("essays"), "a draft changes nothing").toMatchObject({ service: { name: "Essays" } });
  must(await publish());
  expect(await at("Model-Essays")).toMatchObject({ service: { name: "Model essays" } });
  expect(await at("ESSAYS")).toEqual({ to: "/non-technical-writing/model-essays", forGood: true });
  expect(isServiceAddress(runtime, "/non-technical-writing/model-essays")).toBe(false);
  await addresses();
  expect(isServiceAddress(runtime, "/non-technical-writing/model-essays"), "kept as bytes from the next page on").toBe(
    true,
  );
  await put("essays", { slug: "essay-models" });
  for (const slug of ["essays", "model-essays"])
    expect(await at(slug), slug).toEqual({ to: "/non-technical-writing/essay-models", forGood: true });
  expect(await serviceNamed(runtime.settings.get, "essays"), "a link to the order form").toMatchObject({
    name: "Model essays",
  });
  expect(await changedLinks(runtime, [{ to: "/non-technical-writing/essays", label: "Essays" }])).toEqual([
    { to: "/non-technical-writing/essay-models", label: "Model essays" },
  ]);
});

test("back to the original makes a draft; its own address is right again, and the others lead to it", async () => {
  must(await step("shipped:essays"));
  expect(await at("essays"), "a draft changes nothing").toMatchObject({ forGood: true });
  must(await publish());
  expect(await at("essays")).toMatchObject({ service: { name: "Essays" } });
  expect(await at("essay-models")).toEqual({ to: "/non-technical-writing/essays", forGood: true });
  expect((await readSetting(runtime.db, servicesSetting)).value.services, "nothing differs").toEqual({});
});

test("a service that is off leads to its family, and is in no list, no link and no form", async () => {
  must(await step("save", { on: { "research-papers": false, "practice-tests": false } }));
  must(await publish());
  expect(await at("research-papers")).toEqual({ to: "/non-technical-writing", forGood: false });
  expect(await serviceAt(runtime.settings.get, "quizzes-tests", "practice-tests")).toEqual({
    to: "/quizzes-tests/quizzes",
    forGood: false,
  });
  expect(await addresses()).not.toContain("/non-technical-writing/research-papers");
  expect(await serviceNamed(runtime.settings.get, "research-papers")).toBeUndefined();
  const links = [
    { to: "/non-technical-writing/research-papers", label: "Research papers" },
    { to: "/quizzes-tests/practice-tests", label: "Quizzes and tests" },
  ];
  expect(await changedLinks(runtime, links)).toEqual([{ to: "/quizzes-tests/quizzes", label: "Quizzes and tests" }]);
  must(await step("save", { on: { "research-papers": true, "practice-tests": true } }));
  must(await publish());
  expect(await changedLinks(runtime, links)).toBeUndefined();
});

test("a family of which nothing is offered is in no link, and its services lead home", async () => {
  const family = catalogue.filter((one) => one.family === "technical-writing");
  const all = (on: boolean) => ({ on: Object.fromEntries(family.map(({ slug }) => [slug, on])) });
  must(await step("save", all(false)));
  must(await publish());
  expect(await serviceAt(runtime.settings.get, "technical-writing", "programming")).toEqual({
    to: "/",
    forGood: false,
  });
  expect(await changedLinks(runtime, [{ to: "/technical-writing", label: "Technical writing" }])).toEqual([]);
  must(await step("save", all(true)));
  must(await publish());
});

test("an own service is written, published with values from settings, moved and deleted", async () => {
  const { made } = must(await step("add", { name: "Grant proposals", family: "non-technical-writing" }));
  expect(await editorOf(made)).toMatchObject({ isOwn: true, source: { name: "Grant proposals", on: false } });
  expect((await editorOf(made)).errors.map(({ path }) => path)).toEqual(
    expect.arrayContaining(["slug", "item", "summary", "lede", "send", "gets"]),
  );
  expect(await publish()).toMatchObject({ code: "invalid" });
  const words = {
    item: "proposal",
    summary: "A proposal, checked by {{shop}}.",
    lede: "One aim.",
    send: "The call",
    gets: "A draft\nA plan",
  };
  await put(made, { ...words, slug: "grant-proposals", on: true });
  const found = await at("grant-proposals");
  if (!found || !("service" in found)) throw new Error("not there");
  expect(await printed(runtime, found.service)).toMatchObject({
    summary: "A proposal, checked by Paperwright.",
    gets: ["A draft", "A plan"],
  });
  expect((await addresses()).filter((one) => one.startsWith("/non-technical")).at(-1)).toBe(
    "/non-technical-writing/grant-proposals",
  );
  must(await step(`row:up:${made}`));
  must(await publish());
  expect((await addresses()).filter((one) => one.startsWith("/non-technical")).at(-2)).toBe(
    "/non-technical-writing/grant-proposals",
  );
  must(await step(`delete:${made}`));
  expect(await listOf()).toMatchObject({ changes: ["Grant proposals: deleted"] });
  must(await publish());
  expect(await at("grant-proposals")).toEqual({ to: "/non-technical-writing", forGood: false });
  must(await type("essays", { slug: "grant-proposals" }));
  expect(await publish()).toMatchObject({
    fields: [{ path: "essays/slug", message: expect.stringMatching(/a service that was deleted/) }],
  });
  must(await step("discard"));
  expect(await step("delete:essays"), "one of the product is switched off instead").toMatchObject({
    code: "not-found",
  });
});

test.each([
  ["terms", /The shop itself has a page with the address “terms”/],
  ["login", /The shop itself has a page/],
  ["term-papers", /is the address of your service “Term papers”/],
  ["", /Write an address/],
  ["Model Essays", /Use small letters/],
  ["{{shop}}", /Use small letters/],
  ["../admin", /Use small letters/],
  ["x".repeat(61), /At most 60/],
])("the address %j is refused in words, and kept in the draft", async (slug, words) => {
  must(await type("essays", { slug }));
  expect(await publish()).toMatchObject({
    code: "invalid",
    fields: [{ path: "essays/slug", message: expect.stringMatching(words) }],
  });
  expect((await editorOf("essays")).source.slug).toBe(slug);
  must(await step("discard"));
});

test("an address that leads to another service is not given away", async () => {
  await put("essays", { slug: "model-essays" });
  must(await type("term-papers", { slug: "essays" }));
  expect(await publish()).toMatchObject({
    fields: [{ path: "term-papers/slug", message: expect.stringMatching(/was the address of another service/) }],
  });
  must(await step("discard"));
  must(await step("shipped:essays"));
  must(await publish());
});

test.each([
  ["summary", "x".repeat(161), /At most 160 characters. It has 161/],
  ["summary", "Free for {{reveiw days}}", /Nothing prints {{reveiw days}}/],
  ["send", "a\nb\nc\nd\ne\nf\ng", /At most 6 points. It has 7/],
  ["name", " ", /Write what the service is called/],
  [
    "preset",
    {
      service: "non-technical",
      fields: { subject: "Philosophy", orderType: "writing", pages: "many", citedSources: "0", spacing: "double" },
      hours: 72,
    },
    /./,
  ],
  ["preset", { service: "non-technical", fields: {}, hours: 0 }, /whole number from 1/],
])("wrong %s", async (part, value, words) => {
  must(await type("essays", { [part]: value }));
  expect(await publish()).toMatchObject({ code: "invalid" });
  expect((await editorOf("essays")).errors.map(({ message }) => message).join(" ")).toMatch(words);
  must(await step("discard"));
});

test("200 kB of text is refused in words, and an empty field of many lines never reaches a page", async () => {
  expect(await type("essays", { lede: "x".repeat(200_000) })).toMatchObject({
    code: "invalid",
    fields: [{ message: expect.stringMatching(/too long to save/) }],
  });
  must(await type("essays", { send: `a${"\n".repeat(3_000)}` }));
  expect(await publish()).toMatchObject({
    code: "invalid",
    fields: [{ message: expect.stringMatching(/longer than any field/) }],
  });
  must(await step("discard"));
});

test.each(["constructor", "__proto__", "toString"])("%s is no service", async (id) => {
  expect(await serviceEditor(admin, { id })).toMatchObject({ code: "not-found" });
  expect(await step(`shipped:${id}`)).toMatchObject({ code: "not-found" });
  must(await type(id, { name: "Nothing" }));
  expect(await listOf()).toMatchObject({ changes: [] });
  must(await step("discard"));
});

test("a name with a placeholder is printed in links, too", async () => {
  await put("editing", { name: "Editing by {{shop}}" });
  expect(await changedLinks(runtime, [{ to: "/non-technical-writing/editing", label: "Editing" }])).toEqual([
    { to: "/non-technical-writing/editing", label: "Editing by Paperwright" },
  ]);
  must(await step("shipped:editing"));
  must(await publish());
});

test("the calculator keeps only its own fields, and a subject that the prices do not have is still in its list", async () => {
  const { source } = await editorOf("essays");
  const fields = { ...source.preset.fields, subject: "Astrology", projectSize: "small", nothing: "1" };
  must(await type("essays", { preset: { ...source.preset, fields } }));
  const editor = await editorOf("essays");
  expect(Object.keys(editor.source.preset.fields).sort()).toEqual(Object.keys(source.preset.fields).sort());
  expect(editor.presetFields.find(({ name }) => name === "subject")?.choices?.at(-1)).toEqual({
    value: "Astrology",
    label: "Astrology (not in the price list)",
  });
  must(await step("discard"));
});

test("two admins who edit one service: different parts are merged, the same part is kept and named", async () => {
  must(await type("essays", { summary: "My short text.", name: "My essays" }));
  await put("essays", { lede: "Their first sentence.", name: "Their essays" }, jonas);
  expect(await publish()).toMatchObject({ code: "conflict", message: expect.stringMatching(/Your draft is kept/) });
  expect((await listOf()).newer).toMatchObject({ author: "Jonas Berg", both: [expect.stringMatching(/: name$/)] });
  must(await step("merge"));
  must(await publish());
  expect(await at("essays")).toMatchObject({
    service: { name: "My essays", summary: "My short text.", lede: "Their first sentence." },
  });
  must(await step("shipped:essays"));
  must(await publish());
});

test("undo brings back what was there, and the newer address leads to it", async () => {
  const version = await put("essays", { slug: "essay-help" });
  must(await undoServices(admin, { version: String(version) }));
  expect(await at("essays")).toMatchObject({ service: { slug: "essays" } });
  expect(await at("essay-help")).toEqual({ to: "/non-technical-writing/essays", forGood: true });
  expect(await undoServices(jonas, { version: "1" })).toMatchObject({ code: "conflict" });
});

test("another process shows what was published within its second", async () => {
  const other: Runtime = { ...runtime, settings: openSettings(runtime.db, runtime.clock) };
  expect(await at("essays", other)).toMatchObject({ service: { name: "Essays" } });
  await put("essays", { slug: "essays-elsewhere" });
  expect(await at("essays", other), "read less than a second ago").toMatchObject({ service: { name: "Essays" } });
  runtime.setNow(new Date(runtime.clock().getTime() + 1_001));
  expect(await at("essays", other)).toEqual({ to: "/non-technical-writing/essays-elsewhere", forGood: true });
  expect(await other.settings.version(), "what cached pages are keyed by").toBe(await runtime.settings.version());
});

test("only admins with the right for settings read, change, publish and undo it", async () => {
  const others = await withoutSettings(runtime, marta);
  for (const ctx of others)
    for (const refused of [
      await serviceList(ctx, {}),
      await serviceEditor(ctx, { id: "essays" }),
      await changeServices(ctx, { step: "save", seen: "0", typed: {} }),
      await publishServices(ctx, { seen: "0" }),
      await undoServices(ctx, { version: "1" }),
    ])
      expect(refused).toMatchObject({ code: "not-found" });
});
