import type { Locator, Page } from "@playwright/test";
import { openVisitor } from "../../support/driver.ts";
import { formWith } from "../../support/driver-forms.ts";
import { checkoutOf, openOrderForm, openPayment, orderFields } from "../../support/driver-people.ts";
import { demo, displays, expect, test } from "../browser.ts";
import { personIn } from "../person-in.ts";
import { alive } from "../place.ts";

const [display] = displays;

const assigned = 7;
const noted = 13;

type Count = { presses: number; pages: number };

/** Counts what somebody presses and which pages that brings; typed letters are not presses. */
function watch(page: Page) {
  const count: Count = { presses: 0, pages: 0 };
  page.on("framenavigated", (frame) => {
    if (frame === page.mainFrame()) count.pages += 1;
  });
  const press = async (what: Locator): Promise<void> => {
    count.presses += 1;
    await what.click();
  };
  const since = (): Count => {
    const seen = { ...count };
    Object.assign(count, { presses: 0, pages: 0 });
    return seen;
  };
  return { press, since };
}

const list = (title: string) => `/admin/orders?group=no-writer&search=${encodeURIComponent(title)}`;

test("a morning of twenty orders takes at most half of what it takes order by order", async ({ browser, baseURL }) => {
  const title = `Morning ${Date.now()}`;
  const own = list(title);
  const client = openVisitor(() => baseURL ?? "");
  await client.signIn(demo.client);
  for (let n = 0; n < assigned + noted + 1; n += 1) {
    const form = await openOrderForm(client);
    const id = checkoutOf(await client.send(form, formWith(form.html, "idempotencyKey"), { ...orderFields, title }));
    const paying = await openPayment(client, id);
    await client.send(paying, formWith(paying.html, "choice", "pay"), { choice: "pay" });
  }
  const page = await personIn(browser, display, demo.admin);
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

  const boxes = page.locator("input[name=order][data-assignable]");
  for (let at = 0; at < assigned; at += 1) await press(boxes.nth(at));
  await press(page.getByRole("button", { name: "Assign", exact: true }));
  await press(page.getByRole("button", { name: /^Ask \d+ writers?$/ }));
  await expect(page.getByText(/asked for 7 orders/).first()).toBeVisible();
  await press(page.locator("input[name=order]").first());
  await press(page.getByRole("button", { name: "Select all on this page" }));
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
