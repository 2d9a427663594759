import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { orders } from "#src/modules/orders/tables.ts";
import { audit } from "#src/platform/tables.ts";
import { formOwnerField } from "#src/shared/viewer.ts";
import { formsIn } from "../abuse/pages-forms.ts";
import { type Shown, shownForms } from "../abuse/shown-forms.ts";
import { drawer } from "../support/full-run.ts";
import { everybody } from "./cast.ts";
import { dataOf } from "./fill.ts";
import type { Visitor } from "./marks.ts";

// Two people in one browser: a form is sent under the session of whoever signed in last. Every form that any page shows
// to anybody says whose page it stands on, and is refused under another session.

const cast = await everybody();
const { ask, runtime, client } = cast;
const admins = [
  "admin for orders",
  "admin for chat",
  "admin for money",
  "admin for people",
  "admin for prices",
] as const;
const readers: readonly Visitor[] = ["client", "other client", "writer", ...admins, "admin for settings"];
/** Their actions send a signed-in person away and read nothing. */
const forGuestsAlone = /^\/(login|register|passreset|start)\b/;

/** Forms of an order are kept by the server and open again after the sign-in. */
const keptOnServer = /^\/(order|custom|quizzesorder)\b/;

const posted = (await shownForms(cast, readers)).filter(({ form, isThere }) => isThere && form.method === "post");
const guests = (await shownForms(cast, ["guest"])).filter(({ form, isThere }) => isThere && form.method === "post");

const ownerOf = ({ form }: Shown): string | null =>
  form.fields[formOwnerField] ?? new URL(form.path, "http://own.invalid").searchParams.get(formOwnerField);

const bodyOf = ({ path, fields }: Shown["form"]): BodyInit => {
  if (!path.startsWith("/files/plain")) return new URLSearchParams(fields);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};
const send = (who: Visitor, form: Shown["form"], path = form.path) =>
  ask(who, path, { method: "POST", body: bodyOf(form) });

const idOf = async (who: Visitor): Promise<string> => {
  const own = formsIn(await (await ask(who, "/accountSettings")).text(), "/accountSettings");
  const id = own.map(({ fields }) => fields[formOwnerField]).find(Boolean);
  if (!id) throw new Error(`The settings of the ${who} say not whose they are.`);
  return id;
};

/** Nothing but a session of its own is written by who sends other people's forms. */
const doneBy = async (id: string): Promise<number> =>
  (await runtime.db.$count(audit, eq(audit.actor, id))) + (await runtime.db.$count(orders, eq(orders.clientId, id)));

test("every posted form of a signed-in page carries its person, every form of a guest's page nobody", () => {
  expect(posted.length).toBeGreaterThan(60);
  const owners = new Map<Visitor, Set<string | null>>();
  for (const shown of posted) owners.set(shown.who, (owners.get(shown.who) ?? new Set()).add(ownerOf(shown)));
  expect(posted.filter((shown) => !ownerOf(shown)).map(({ who, form }) => `${who}: ${form.path}`)).toEqual([]);
  for (const [who, ids] of owners) expect([who, ids.size]).toEqual([who, 1]);
  expect(owners.get("client")).toEqual(new Set([client.id]));
  expect(guests.length).toBeGreaterThan(5);
  expect(guests.filter((shown) => ownerOf(shown) !== "").map(({ form }) => form.path)).toEqual([]);
});

test("sent under another session each is refused in words, shows once what was sent, and does nothing", async () => {
  const other: Visitor = "other writer";
  const id = await idOf(other);
  const before = await doneBy(id);
  const wrong: string[] = [];
  for (const { who, form } of posted) {
    const page = await send(other, form);
    const html = await page.text();
    const isRefused =
      page.status === 409 &&
      html.includes("This page belongs to another account") &&
      page.headers.get("cache-control") === "no-store";
    if (!isRefused) wrong.push(`${who} ${form.path}: ${page.status}`);
    if (form.path.startsWith("/files/")) continue;
    const data = await send(other, form, dataOf(form.path));
    const body = await data.text();
    if (data.status !== 409 || !body.includes("urn:problem:other-person"))
      wrong.push(`${who} ${dataOf(form.path)}: ${data.status}`);
  }
  expect(wrong).toEqual([]);
  expect(await doneBy(id)).toBe(before);
});

test("sent after the session ended each can be sent again after a sign-in, and does nothing until then", async () => {
  const wrong: string[] = [];
  for (const { who, form } of posted.filter(({ form: { path } }) => !keptOnServer.test(path))) {
    const answer = await send("guest", form);
    const html = await answer.text();
    const [again] = formsIn(html, form.path);
    const asksAgain = form.path.startsWith("/files/")
      ? html.includes("The file was not sent")
      : again?.path === form.path && isDeepStrictEqual(again.fields, form.fields);
    if (answer.status !== 401 || !html.includes("Sign in again to continue") || !asksAgain)
      wrong.push(`${who} ${form.path}: ${answer.status}`);
    if (form.path.startsWith("/files/")) continue;
    const data = await send("guest", form, dataOf(form.path));
    if (data.status !== 401 || !(await data.text()).includes("urn:problem:session-ended"))
      wrong.push(`${who} ${dataOf(form.path)}: ${data.status}`);
  }
  expect(wrong).toEqual([]);
});

test("a guest's form that is sent signed in is shown to be confirmed, and goes through when it is", async () => {
  const before = await doneBy(client.id);
  const wrong: string[] = [];
  for (const { form } of guests.filter(({ form: { path } }) => !forGuestsAlone.test(path))) {
    const asked = await send("client", form);
    const html = await asked.text();
    const [again] = formsIn(html, form.path);
    const isAsked =
      asked.status === 409 &&
      html.includes(`You are signed in as ${client.name}. Send it as ${client.name}?`) &&
      again?.path === form.path &&
      again.fields[formOwnerField] === client.id;
    if (!isAsked) wrong.push(`${form.path}: ${asked.status}`);
  }
  expect(wrong).toEqual([]);
  expect(await doneBy(client.id)).toBe(before);
  const contact = guests.find(({ form }) => form.path === "/contact")?.form;
  if (!contact) throw new Error("The contact page shows no form.");
  const fields = { ...contact.fields, name: "Anna", email: "anna@people.test", text: "Do you take poems?" };
  const [confirm] = formsIn(await (await send("client", { ...contact, fields })).text(), "/contact");
  if (!confirm) throw new Error("There is nothing to confirm.");
  expect(confirm.fields).toMatchObject({ text: "Do you take poems?" });
  expect((await send("client", confirm)).status).not.toBe(409);
});

test("the words that were sent are shown, passwords are not, and none of it is marked up", async () => {
  const fields = {
    [formOwnerField]: client.id,
    title: "<b>Poems</b>",
    instructions: "Two\nlines",
    newPassword: "paper boat",
  };
  const answer = await send("writer", { path: "/order", method: "post", fields });
  const html = await answer.text();
  expect(answer.status).toBe(409);
  expect(html).toContain("&lt;b&gt;Poems&lt;/b&gt;");
  expect(html).toContain("Two\nlines");
  expect(html).not.toContain("paper boat");
  expect(html).not.toContain(client.id);
});

describe("an admin's form, sent by an admin whom no page shows it", () => {
  const everyAdmin: readonly Visitor[] = [...admins, "admin for settings", "admin without capabilities"];
  const stepOf = ({ fields }: Shown["form"]): string => fields.step ?? Object.keys(fields).sort().join();
  const forms = posted.filter(({ who, form }) => who.startsWith("admin ") && /^\/(admin|setup)\b/.test(form.path));
  const isTried = drawer(5);

  /** Not there, not allowed, or sent to a page of one's own; a step that was done answers 303. */
  const isRefused = async (answer: Response): Promise<boolean> =>
    [302, 403, 404].includes(answer.status) || (answer.status === 202 && /"status",302/.test(await answer.text()));

  test("is refused, and does nothing", async () => {
    const ids = new Map<Visitor, string>();
    for (const who of everyAdmin) ids.set(who, await idOf(who));
    const wrong: string[] = [];
    let sent = 0;
    for (const { form } of forms) {
      const page = form.path.split("?")[0] ?? "";
      for (const who of everyAdmin.filter(isTried)) {
        const seen = await ask(who, page);
        const shown = seen.status === 200 ? formsIn(await seen.text(), page) : [];
        if (shown.some((one) => stepOf(one) === stepOf(form))) continue;
        sent += 1;
        const id = ids.get(who) ?? "";
        const before = await doneBy(id);
        const fields = { ...form.fields, [formOwnerField]: id };
        for (const path of [form.path, dataOf(form.path)])
          if (!(await isRefused(await send(who, { ...form, fields }, path))))
            wrong.push(`${who} ${path} ${stepOf(form)}`);
        if ((await doneBy(id)) !== before) wrong.push(`${who} ${form.path} ${stepOf(form)}: done`);
      }
    }
    expect(sent).toBeGreaterThan(50);
    expect(wrong).toEqual([]);
  });
});
