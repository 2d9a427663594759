import type { Browser, Page } from "@playwright/test";
import { openVisitor } from "../../support/driver.ts";
import { formWith } from "../../support/driver-forms.ts";
import { checkoutOf, openOrderForm, openPayment, orderFields } from "../../support/driver-people.ts";
import { demo, displays, expect, register, test } from "../browser.ts";
import { personIn } from "../person-in.ts";
import { alive, fillBrief } from "../place.ts";
import { type Count, watch } from "../presses.ts";
import { answerField, pageWith, write } from "../support-chat.ts";

const [display] = displays;

/** A step for many orders takes them one after the other: half a second for ten, on a busy machine half a minute. */
const manyMs = 120_000;

const assigned = 7;
const noted = 13;

const list = (title: string) => `/admin/orders?group=no-writer&search=${encodeURIComponent(title)}`;

async function paidOrders(baseURL: string | undefined, title: string, count: number): Promise<void> {
  const client = openVisitor(() => baseURL ?? "");
  await client.signIn(demo.client);
  for (let n = 0; n < count; n += 1) {
    const form = await openOrderForm(client);
    const id = checkoutOf(await client.send(form, formWith(form.html, "idempotencyKey"), { ...orderFields, title }));
    const paying = await openPayment(client, id);
    await client.send(paying, formWith(paying.html, "choice", "pay"), { choice: "pay" });
  }
}

/** Room for the orders of this file, whatever else the demo's writer has taken. */
async function raiseCapacity(page: Page): Promise<void> {
  await page.goto("/admin/writers");
  await page.getByRole("link", { name: "Demo Writer" }).first().click();
  await page.getByLabel("Orders at the same time").fill("60");
  await page.getByRole("button", { name: "Save the terms" }).click();
  await expect(page.getByText(/ of 60$/).first()).toBeVisible();
}

test("a morning of twenty orders takes at most half of what it takes order by order", async ({ browser, baseURL }) => {
  const title = `Morning ${Date.now()}`;
  const own = list(title);
  await paidOrders(baseURL, title, assigned + noted + 1);
  const page = await personIn(browser, display, demo.admin);
  await raiseCapacity(page);
  const { press, since } = watch(page);
  const row = () => page.locator("tbody a[href^='/admin/orders/']").first();

  // As on the first version: each order on its own page, from the list and back. Measured on one of each kind.
  await page.goto(own);
  since();
  await press(row());
  await press(page.getByRole("radio", { name: /Demo Writer/ }));
  await press(page.getByRole("button", { name: "Ask this writer" }));
  await expect(page.getByText("Writer asked").first()).toBeVisible();
  await page.goto(own);
  const assigning = since();
  await press(row());
  await page.getByLabel("New note").fill("Wait for a second writer.");
  await press(page.getByRole("button", { name: "Add the note" }));
  await expect(page.getByText("The note is added.")).toBeVisible();
  await page.goto(own);
  const noting = since();

  const boxes = page.locator("input[name=order]:not([data-why])");
  for (let at = 0; at < assigned; at += 1) await press(boxes.nth(at));
  await press(page.getByRole("button", { name: "Assign", exact: true }));
  await press(page.getByRole("button", { name: /^Ask \d+ writers?$/ }));
  await expect(page.getByText(/asked for 7 orders/).first()).toBeVisible({ timeout: manyMs });
  await press(page.getByRole("checkbox", { name: "Select all on this page" }));
  await expect(page.getByText(`${noted} selected`)).toBeVisible();
  await press(page.getByText("Note", { exact: true }));
  await page.getByLabel("Note, for admins only").fill("Wait for a second writer.");
  await press(page.getByRole("button", { name: "Add to each order" }));
  await expect(page.getByText(new RegExp(`${noted} orders`)).first()).toBeVisible();
  const morning = since();

  const oneByOne = (what: keyof Count): number => assigned * assigning[what] + noted * noting[what];
  console.log(
    `twenty orders: ${morning.presses} presses and ${morning.pages} pages; one by one ${oneByOne("presses")} and ${oneByOne("pages")}`,
  );
  expect(morning.presses).toBeLessThanOrEqual(oneByOne("presses") / 2);
  expect(morning.pages).toBeLessThanOrEqual(oneByOne("pages") / 2);

  await page.goto(list(title));
  await row().click();
  await page.waitForURL(/\?list=/);
  await alive(page);
  await expect(page.getByRole("link", { name: "Next order in the list" })).toBeVisible();
  const first = page.url();
  await page.keyboard.press("j");
  await expect(page).not.toHaveURL(first);
  await expect(page.getByRole("link", { name: "Previous order in the list" })).toBeVisible();
  await page.keyboard.press("k");
  await expect(page).toHaveURL(first);
  await page.context().close();
});

test("late orders are one press away, and the first row is within six Tabs", async ({ browser }) => {
  const page = await personIn(browser, display, demo.admin);
  const { press, since } = watch(page);
  await page.goto("/admin/orders");
  await alive(page);
  const row = page.locator("tbody tr").first();
  const focused = page.locator(":focus");
  let tabs = 0;
  while (tabs < 6 && (await row.locator(":focus").count()) === 0) {
    await page.keyboard.press("Tab");
    tabs += 1;
    if (await focused.evaluate((one) => one.matches("[href='#main'], [href='#rows']")))
      await page.keyboard.press("Enter");
  }
  await expect(row.locator(":focus"), `the first row after ${tabs} Tabs`).toHaveCount(1);

  const late = page.getByRole("group", { name: "Quick filters" }).getByRole("button", { name: /^Late \d/ });
  const count = Number(/\d+/.exec((await late.textContent()) ?? "")?.[0]);
  since();
  await press(late);
  await page.waitForURL(/watch=late/);
  expect(since().presses).toBe(1);
  await expect(late).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator("tbody tr[data-row]")).toHaveCount(count);
  await expect(page.locator("tbody tr[data-row]").filter({ hasText: /Late/ })).toHaveCount(count);
  await page.context().close();
});

test("ten orders get their writers in three presses", async ({ browser, baseURL }) => {
  const title = `Ten at once ${Date.now()}`;
  await paidOrders(baseURL, title, 10);
  const page = await personIn(browser, display, demo.admin);
  const { press, since } = watch(page);
  await raiseCapacity(page);

  await page.goto(list(title));
  since();
  await press(page.getByRole("checkbox", { name: "Select all on this page" }));
  await press(page.getByRole("button", { name: "Assign", exact: true }));
  await expect(page.getByRole("radio", { name: /Spread by suggestion/ })).toBeChecked();
  await press(page.getByRole("button", { name: /^Ask \d+ writers?$/ }));
  await expect(page.getByText(/asked for 10 orders/).first()).toBeVisible({ timeout: manyMs });
  expect(since().presses).toBeLessThanOrEqual(3);
  await page.context().close();
});

async function waitingClient(browser: Browser, name: string): Promise<void> {
  const client = await pageWith(browser);
  await register(client, { name, email: `${name.replaceAll(" ", "-").toLowerCase()}@demo.test` });
  expect(await write(client, "When is it ready?")).toBe(200);
  await client.context().close();
}

test("five chats are answered and closed in at most twelve presses", async ({ browser }) => {
  const mark = `Morning${Date.now()}`;
  for (const at of [1, 2, 3, 4, 5]) await waitingClient(browser, `${mark} ${at}`);
  const page = await personIn(browser, display, demo.admin);
  const { press, strike, since } = watch(page);
  await page.goto(`/admin/chats?search=${mark}`);
  await expect(page.locator("[data-row] a")).toHaveCount(5);
  since();
  await press(page.locator("[data-row] a").first());
  for (const left of [4, 3, 2, 1, 0]) {
    await expect(page.getByRole("button", { name: "Attach a file" })).toBeVisible();
    const chat = page.url();
    await answerField(page).fill("On Friday.");
    await strike("Enter");
    await expect(page.getByRole("listitem").filter({ hasText: "On Friday." })).toContainText("Support, Demo Admin");
    await press(page.getByRole("button", { name: "Close the chat" }).first());
    await expect(page).not.toHaveURL(chat);
    await expect(page.locator("[data-row] a")).toHaveCount(left);
  }
  expect(since().presses).toBeLessThanOrEqual(12);
  await page.context().close();
});

test("a quote takes two presses and five fields, a refund in part at most six presses", async ({ browser, client }) => {
  const asking = await personIn(browser, display, client.email);
  const title = `A quote before noon ${Date.now()}`;
  await asking.goto("/custom");
  await fillBrief(asking, title);
  await asking.getByRole("button", { name: "Send the request" }).click();
  await asking.waitForURL(/\/custom\/sent\//);
  await asking.context().close();

  const page = await personIn(browser, display, demo.admin);
  const { press, since } = watch(page);
  await page.goto("/admin/custom-orders");
  since();
  await press(page.getByRole("link", { name: title }));
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
  const typed = [
    { label: "Part 1", text: "A poster" },
    { label: "Amount 1", text: "120" },
    { label: "Scope", text: "One poster in A1." },
    { label: "Date", text: new Date(Date.now() + 6 * 86_400_000).toISOString().slice(0, 10) },
    { label: "Time", text: "12:00" },
  ];
  for (const { label, text } of typed) await page.getByLabel(label, { exact: label === "Time" }).fill(text);
  await press(page.getByRole("button", { name: "Send the quote" }));
  await expect(page.getByText("The quote is sent.")).toBeVisible();
  expect({ presses: since().presses, fields: typed.length }).toEqual({ presses: 2, fields: 5 });

  await page.goto("/admin/orders?group=all&status=completed");
  since();
  await press(page.locator("tbody a.title").last());
  await press(page.locator(".wish-row label", { hasText: "Refund a part" }));
  await press(page.getByRole("button", { name: "Refund a part" }));
  const dialog = page.getByRole("alertdialog");
  await dialog.getByLabel("Amount back, in US dollars").fill("1");
  await press(dialog.getByRole("radio", { name: /^We/ }));
  await dialog.getByLabel("Reason").fill("A page was missing.");
  await press(dialog.getByRole("button", { name: /^Refund \$1\.00 of \$/ }));
  await expect(page.getByText("The money goes back to the client.")).toBeVisible();
  expect(since().presses).toBeLessThanOrEqual(6);
  await page.context().close();
});
