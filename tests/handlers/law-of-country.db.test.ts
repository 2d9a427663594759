import { afterAll, expect, test } from "vitest";
import { openDemo } from "../support/demo.ts";
import { shownVersions } from "../support/shown-versions.ts";

const demo = await openDemo();
afterAll(() => demo.product.stop());

const plain = (html: string): string => html.replaceAll("&#x27;", "'").replaceAll("<!-- -->", "");
const form = (more: Readonly<Record<string, string>> = {}) => ({
  ...{ service: "custom", title: "A talk about cities", instructions: "Compare two cities of your choice." },
  ...{ country: "GB", consent: "on", ...shownVersions, idempotencyKey: `law of a country ${Math.random()}` },
  ...more,
});
const choice = "shop.law:GB.services.custom";
const choose = (was: string, is: string) =>
  demo.ask("admin", "/admin/settings?group=shop", { [`was:${choice}`]: was, [choice]: is });
const notOffered = "We do not offer this service in the United Kingdom.";

test("the form says the law of the country, and what is not chosen yet is refused at the country", async () => {
  const page = plain(await (await demo.ask("client", "/custom")).text());
  for (const one of [notOffered, "In England the law forbids", "In Australia the law forbids"])
    expect(page).toContain(one);
  const refused = await demo.ask("client", "/custom", form());
  expect([refused.status, plain(await refused.text())]).toEqual([422, expect.stringContaining(notOffered)]);
});

test("the admin chooses tutoring; who read it orders it, and client, writer's side and admin see it on the order", async () => {
  const odd = await choose("not chosen yet: off", "for everybody");
  expect([odd.status, await odd.text()]).toEqual([422, expect.stringContaining("Choose from the list.")]);
  expect((await choose("not chosen yet: off", "sell as tutoring only")).status).toBe(303);
  const page = plain(await (await demo.ask("client", "/custom")).text());
  expect(page).toContain("In the United Kingdom we offer this as tutoring only: your writer explains the topic");
  expect(page).toContain('name="tutoringIn" value="GB"');

  const unread = await demo.ask("client", "/custom", form());
  expect([unread.status, plain(await unread.text())]).toEqual([422, expect.stringContaining("Read the note below")]);
  const placed = await demo.ask("client", "/custom", form({ tutoringIn: "GB" }));
  const id = /[0-9a-f-]{36}/.exec(placed.headers.get("location") ?? "")?.[0] ?? "";
  for (const [who, address] of [
    ["client", `/dashboard/orders/${id}`],
    ["admin", `/admin/orders/${id}`],
  ] as const)
    expect(plain(await (await demo.ask(who, address)).text())).toContain("Tutoring only: explanations, feedback");

  expect((await choose("sell as tutoring only", "off")).status).toBe(303);
  const late = await demo.ask("client", "/custom", form({ tutoringIn: "GB" }));
  expect([late.status, plain(await late.text())]).toEqual([422, expect.stringContaining(notOffered)]);
});
