import { startWebhookReceiver } from "#fakes/webhook-receiver.ts";
import { withBooks } from "../../faults/app/books.ts";
import { demo, expect, expectAccessible, signIn, test } from "../browser.ts";

test.use({ expected: /status of (403|422)/ });
test("a key opens what it was made for, until it is revoked", async ({ page, request }) => {
  await signIn(page, demo.admin);
  await page.goto("/admin/api");
  await page.getByRole("textbox", { name: "Name" }).fill("Accounting");
  await page.getByRole("checkbox", { name: /Read orders/ }).check();
  await withBooks(`.cache/journeys/${process.env.JOURNEY_PORT ?? 3217}`, ({ rows }) =>
    rows("update accounts.sessions set fresh_at = null"),
  );
  await page.getByRole("button", { name: "Make a key" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await expectAccessible(page, "who makes a key");
  await page.getByLabel(/Your password/).fill(demo.password);
  await page.getByRole("button", { name: "Confirm and continue" }).click();
  const key = await page.locator("[data-secret]").innerText();
  await expectAccessible(page, "a new key");
  const ask = async (path: string) => {
    const answer = await request.get(path, { headers: { authorization: `Bearer ${key}`, cookie: "" } });
    return { status: answer.status(), body: await answer.json() };
  };
  const listed = await ask("/api/orders");
  expect(listed.status).toBe(200);
  const [first] = listed.body.orders;
  expect((await ask(`/api/orders/${first.number}`)).body).toEqual(first);
  expect((await ask("/api/prices")).status).toBe(403);
  await page.goto("/admin/api");
  await expect(page.getByText(key.slice(0, 12))).toBeVisible();
  await expect(page.getByText(key)).toHaveCount(0);
  await page.getByRole("button", { name: "Revoke", exact: true }).first().click();
  await page.getByRole("button", { name: "Revoke the key" }).click();
  await expect(page.getByText("The key is revoked.")).toBeVisible();
  expect((await ask("/api/orders")).status).toBe(401);
});

test("a webhook's test arrives signed, and once more with the same id", async ({ page }) => {
  const receiver = await startWebhookReceiver();
  await signIn(page, demo.admin);
  await page.goto("/admin/api/webhooks");
  await page.getByRole("textbox", { name: "Address" }).fill(`${receiver.url}/hooks`);
  await page.getByRole("checkbox", { name: "An order is paid" }).check();
  await page.getByRole("button", { name: "Make a webhook" }).click();
  receiver.secrets.push(await page.locator("[data-secret]").innerText());
  await page.getByRole("link", { name: `${receiver.url}/hooks` }).click();
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(page.getByText("The test is on its way.")).toBeVisible();
  await expect.poll(() => receiver.received.length).toBe(1);
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("Taken", { exact: true })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expectAccessible(page, "the log of a webhook");
  await page.getByRole("button", { name: "Send again" }).click();
  await expect.poll(() => receiver.received.length).toBe(2);
  expect(receiver.received.map(({ signed, body }) => [signed, body.type])).toEqual([
    [true, "test"],
    [true, "test"],
  ]);
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
  await page.getByRole("textbox", { name: "Address" }).fill("http://10.0.0.1/");
  await page.getByRole("checkbox", { name: "An order is placed" }).check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Use https, or http to this computer.", { exact: true })).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "An order is placed" })).toBeChecked();
  await expectAccessible(page, "a webhook with a wrong address");
  await page.getByRole("textbox", { name: "Address" }).fill(`${receiver.url}/moved`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("The webhook is saved.")).toBeVisible();
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect.poll(() => receiver.received.at(-1)?.path).toBe("/moved");
  await page.getByRole("button", { name: "New secret" }).click();
  await page.getByRole("button", { name: "Make a new secret" }).click();
  await expect(page.locator("[data-secret]")).toHaveText(/^whsec_/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("button", { name: "Remove the webhook" }).click();
  await expect(page.getByText("The webhook is removed.")).toBeVisible();
  await receiver.close();
});

test("the page about the API is readable and accessible without a script", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  await page.goto("/api/docs");
  await expect(page.getByRole("heading", { name: "Price some work" })).toBeVisible();
  await expect(page.getByText(`${new URL(baseURL ?? "").port}/api/quotes`).first()).toBeVisible();
  await page
    .getByText(/^Answer: an example/)
    .first()
    .click();
  await expect(page.getByText("totalCents", { exact: true }).first()).toBeVisible();
  await context.close();
});
