import { expect, type Page } from "@playwright/test";

/** Fills the brief of an order form and goes to payment. */
export async function fillBrief(page: Page, title: string): Promise<void> {
  await page.getByLabel("Title or question").fill(title);
  await page.getByLabel("Instructions for the writer").fill("Compare two answers to the sceptic.");
  await page.getByLabel("Country").selectOption("DE");
  await page.getByLabel(/I promise this, and I am 18 or older/).check();
}

const toPayment = (page: Page) => page.getByRole("button", { name: "Go to payment" }).first();

/** Sends the order form and waits for the checkout; two clicks are one order. */
export async function goToPayment(page: Page, clicks: "once" | "twice" = "once"): Promise<void> {
  await (clicks === "twice" ? toPayment(page).dblclick() : toPayment(page).click());
  await page.waitForURL(/\/checkout\/[0-9a-f-]{36}(?:\?code=\w+)?$/);
}

/** Presses the button of a form that is not ready to be sent. */
export const tryPayment = (page: Page): Promise<void> => toPayment(page).click();

/** A small text file of the task. */
export const sheet = {
  name: "task-sheet.txt",
  mimeType: "text/plain",
  buffer: Buffer.from("The task, in plain words."),
};

/** Chooses the sheet in the file field of the open form. */
export const attachSheet = (page: Page) => page.locator("[data-drop] input[type=file][multiple]").setInputFiles(sheet);

/** The sentence of a form that waits until the sheet is sent. */
export const sheetIsSent = (page: Page) => page.getByText("Your file is still being sent, then we continue.");

/** On the checkout page: pays on the sandbox provider's page and waits until the shop says "paid". */
export async function payThere(page: Page, display: (name: string) => Promise<void> = async () => {}): Promise<void> {
  await page.getByRole("button", { name: /^Pay \$/ }).click();
  await page.waitForURL(/\/sandbox\/pay\//);
  await display("practice payment");
  await page
    .getByRole("button", { name: /^Pay \$/ })
    .first()
    .click();
  await page.waitForURL(/\/checkout\/.*\/return/);
  await expect(page.getByRole("heading", { name: "We have your order" })).toBeVisible();
  await display("after the payment");
}

/** React has taken over the whole page. */
export const alive = (page: Page) =>
  page.waitForFunction(() => {
    const root = Object.entries(document).find(([key]) => key.startsWith("__reactContainer"))?.[1];
    return root?.stateNode.current.memoizedState.isDehydrated === false;
  });

/** The total of the page's calculator. */
export const total = (page: Page) => page.locator(".total .sum").first();

/** What the price API says of the answers that stand in the page's calculator. */
const quoted = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const text = ["service", "subject", "orderType", "spacing"];
    const day = ["deadlineDate", "deadlineTime", "deadlineZone"];
    const form = document.querySelector<HTMLInputElement>("input[name=pages]")?.form;
    const typed = Object.fromEntries(new FormData(form ?? undefined)) as Record<string, string>;
    // Without a day the step counts, from now.
    const step = new Date(Date.now() + Number(typed.hours) * 3_600_000).toISOString();
    const body = {
      ...Object.fromEntries(
        [...text, ...(typed.deadlineDate ? day : [])].flatMap((name) => (typed[name] ? [[name, typed[name]]] : [])),
      ),
      ...(!typed.deadlineDate && { deadline: step }),
    };
    const answer = await fetch("/api/quotes", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...body, pages: Number(typed.pages), citedSources: Number(typed.citedSources) }),
    });
    return `$${(await answer.json()).total}`;
  });

/** The total of the page follows what is typed, by the same arithmetic as the API. */
export async function expectTotal(page: Page): Promise<string> {
  await alive(page);
  const price = await quoted(page);
  expect(price).toMatch(/^\$\d+\.\d\d$/);
  await expect(total(page)).toContainText(price);
  await expect(page.locator("#slip, .slip").first()).not.toContainText("error");
  return price;
}

/** Stops requests whose address fits until they are let through. */
export async function stop(page: Page, address: RegExp, method = "GET") {
  let go = (): void => undefined;
  const through = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(address, async (route) => {
    if (route.request().method() === method) await through;
    await route.continue();
  });
  return () => go();
}
