import { isFullRun } from "../support/full-run.ts";
import { demo, displays, expect, expectAccessible, test } from "./browser.ts";
import { fillHandOver } from "./hand-over.ts";
import { personIn } from "./person-in.ts";
import { fillBrief, goToPayment, payThere } from "./place.ts";

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

for (const display of isFullRun ? displays : displays.slice(0, 1)) {
  test(`client, admin and writer take an order from paid to finished (${display.name})`, async ({
    browser,
    client: own,
  }) => {
    const client = await personIn(browser, display, own.email);
    const title = `Knowing and doubting, ${display.name}`;
    await client.goto("/order?service=non-technical&subject=Philosophy&pages=2&citedSources=0&hours=168");
    await fillBrief(client, title);
    await goToPayment(client);
    const orderId = client.url().split("/").at(-1);
    await payThere(client);
    await client.goto(`/dashboard/orders/${orderId}?step=ask-change`);
    const pages = client.getByLabel("Pages");
    await pages.fill("5");

    const admin = await personIn(browser, display, demo.admin);
    await admin.goto("/admin");
    await expectAccessible(admin, "overview");
    await admin.goto(`/admin/orders?search=${encodeURIComponent(title)}`);
    await expectAccessible(admin, "admin list");
    const list = await admin.context().newPage();
    await list.goto(`/admin/orders?search=${encodeURIComponent(title)}`);
    const row = list.getByRole("row").filter({ hasText: title });
    await expect(row).toContainText("No writer yet");
    await row.getByRole("checkbox").check();
    await admin.getByRole("link", { name: title }).first().click();
    await expect(admin.getByRole("heading", { name: title })).toBeVisible();
    await expect(admin.getByText("No writer yet").first()).toBeVisible();
    await admin.getByRole("radio", { name: /Demo Writer/ }).check();
    await expectAccessible(admin, "admin order");
    await admin.getByRole("button", { name: "Ask this writer" }).click();
    await expect(admin.getByText("Writer asked").first()).toBeVisible();
    await list.getByRole("button", { name: "Show" }).click();
    // A phone has no room for these words.
    await expect(list.getByText("0 can get a writer"), "a chosen row is counted as it is drawn").toHaveCount(1);
    await row.getByRole("checkbox").uncheck();
    // Open pages follow the order, and none is taken away from under what is typed.
    await expect(client.getByText("This order has changed. What you typed is still here.")).toBeVisible();
    await expect(pages).toHaveValue("5");
    await client.getByRole("button", { name: "Show it as it is now" }).click();
    await expect(client.getByText("Writer asked").first()).toBeVisible();
    await client.goto(`/dashboard/orders/${orderId}`);

    const writer = await personIn(browser, display, demo.writer);
    await expectAccessible(writer, "writer's dashboard");
    await writer.getByRole("link", { name: title }).first().click();
    await expect(writer.getByText("Compare two answers to the sceptic.")).toBeVisible();
    await expect(writer.getByText(own.email)).toHaveCount(0);
    await writer.getByRole("button", { name: "Accept", exact: true }).click();
    await expect(row).toContainText("In progress");
    await row.getByRole("checkbox").check();
    await writer.getByRole("button", { name: "Deliver the finished work" }).click();
    await expect(writer.getByText(/things before you deliver\. Everything is saved\./)).toBeVisible();
    await expectAccessible(writer, "a delivery of nothing");
    await writer.getByLabel("Or the work as text").fill("First answer.\n\nSecond answer.\n\nWhat they share.");
    await fillHandOver(writer);
    await expectAccessible(writer, "writer's order page");
    await writer.getByRole("button", { name: "Deliver the finished work" }).click();
    await expect(writer.getByText(/Delivered|Handed over/).first()).toBeVisible();

    await expect(client.getByText("Ready to read").first()).toBeVisible();
    // A list with a chosen row says that there is news, and keeps the choice.
    await list.getByRole("button", { name: "Show" }).click();
    await expect(row).toContainText("Delivered");
    await expect(row.getByRole("checkbox")).toBeChecked();
    await client.goto(`/dashboard/orders/${orderId}`);
    await expect(client.getByText("What they share.")).toBeVisible();
    await expectAccessible(client, "delivered work");
    await client.getByRole("link", { name: "Approve", exact: true }).click();
    await client.getByRole("button", { name: "Approve", exact: true }).scrollIntoViewIfNeeded();
    const before = await client.evaluate(() => scrollY);
    await client.getByRole("button", { name: "Approve", exact: true }).click();
    const undo = client.getByRole("button", { name: "Undo the approval" });
    await expect(undo).toBeFocused();
    await expect(undo).toBeInViewport({ ratio: 1 });
    expect(await client.evaluate(() => scrollY), "the page does not jump up").toBeGreaterThanOrEqual(before / 2);
    await expect(client.locator("#decide").getByText("Approved", { exact: true })).toBeVisible();
    await undo.click();
    await expect(client.getByText("The approval is undone.")).toBeVisible();
    await client.getByRole("link", { name: "Approve", exact: true }).click();
    await client.getByRole("button", { name: "Approve", exact: true }).click();
    await expect(client.getByRole("heading", { name: "You approved version 1. Thank you." })).toBeVisible();
    await expectAccessible(client, "approved work that can be undone");

    await admin.goto("/admin/orders?group=delivered&search=Knowing");
    await expect(admin.getByRole("link", { name: title }).first()).toBeVisible();
    for (const page of [client, admin, writer]) await page.context().close();
  });
}

test("a custom order is quoted by an admin and paid by the client", async ({ browser, client: own }) => {
  const [display] = displays;
  const client = await personIn(browser, display, own.email);
  const title = `A poster about tides ${Date.now()}`;
  await client.goto("/custom");
  await fillBrief(client, title);
  await client.getByRole("button", { name: "Send the request" }).click();
  await client.waitForURL(/\/custom\/sent\//);
  await expect(client.getByRole("heading", { name: "Your request is with us" })).toBeVisible();
  await expectAccessible(client, "request sent");
  const checkout = client.url().replace("/custom/sent/", "/checkout/");
  await client.goto(checkout);
  await client.waitForURL(/\/dashboard\/orders\//);

  const admin = await personIn(browser, display, demo.admin);
  await admin.goto("/admin/custom-orders");
  await expectAccessible(admin, "custom orders");
  await admin.getByRole("link", { name: title }).click();
  await expect(admin.getByRole("heading", { name: title })).toBeVisible();
  await admin.getByLabel("Part 1").fill("A poster in A1");
  await admin.getByLabel("Amount 1").fill("150.50");
  await admin.getByLabel("Part 2").fill("Three figures");
  await admin.getByLabel("Amount 2").fill("30");
  await expect(admin.getByRole("status").filter({ hasText: "$180.50" })).toBeVisible();
  await admin.getByLabel("Scope").fill("One poster in A1, three figures, sources named.");
  await admin.getByLabel("Date").fill(inDays(6));
  await admin.getByLabel("Time", { exact: true }).fill("12:00");
  const send = admin.getByRole("button", { name: "Send the quote" });
  await admin.route("**/custom-orders.data*", (route) => route.fulfill({ status: 503 }));
  await send.click();
  await expect(admin.getByText("What you typed is still on this page.")).toBeVisible();
  await expect(admin.getByLabel("Scope")).toHaveValue("One poster in A1, three figures, sources named.");
  await admin.unroute("**/custom-orders.data*");
  await send.click();
  await expect(admin.getByText("The quote is sent.")).toBeVisible();

  await client.goto(checkout);
  await expect(client.getByText("$180.50").first()).toBeVisible();
  await payThere(client);
  for (const page of [client, admin]) await page.context().close();
});
