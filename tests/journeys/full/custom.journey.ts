import { demo, displays, expect, expectAccessible, test } from "../browser.ts";
import { personIn } from "../person-in.ts";
import { fillBrief, payThere } from "../place.ts";

const [display] = displays;
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test("a price is agreed in rounds: quote, counter-offer, new version, payment, and the same again", async ({
  browser,
}) => {
  const client = await personIn(browser, display, demo.client);
  const title = `A map of wells ${Date.now()}`;
  await client.goto("/custom");
  await client.getByLabel("Pages").fill("8");
  await fillBrief(client, title);
  await client.getByRole("button", { name: "Send the request" }).click();
  await client.waitForURL(/\/custom\/sent\//);
  const orderId = client.url().split("/").at(-1);
  const page = `/dashboard/orders/${orderId}`;

  const admin = await personIn(browser, display, demo.admin);
  await admin.goto(`/admin/custom-orders?order=${orderId}`);
  await expect(admin.getByText(/by the price list for non-technical writing/)).toBeVisible();
  await expect(admin.getByLabel("Scope")).toHaveValue(new RegExp(`^${title}\nLength: 8 pages`));
  await admin.getByLabel("Part 1").fill("Eight pages");
  await admin.getByLabel("Amount 1").fill("160");
  await admin.getByRole("button", { name: "Add a part" }).click();
  await admin.getByLabel("Part 4").fill("A map");
  await admin.getByLabel("Amount 4").fill("40");
  await admin.getByLabel("Scope").fill("Eight pages and a map.");
  await admin.getByLabel("Date").fill(inDays(8));
  await admin.getByLabel("Time", { exact: true }).fill("12:00");
  await expectAccessible(admin, "a quote in parts");
  await admin.getByRole("button", { name: "Send the quote" }).click();
  await expect(admin.getByText("The quote is sent. This is the next request.")).toBeVisible();

  await client.goto(page);
  await client.getByRole("link", { name: "Make a counter-offer" }).click();
  await client.getByRole("button", { name: "Send the counter-offer" }).click();
  await expect(client.getByText("Say what should be different").first()).toBeVisible();
  await client.getByLabel("Your price in US dollars").fill("150");
  await client.getByRole("textbox", { name: "What should be different" }).fill("We have a map already.");
  await expectAccessible(client, "a counter-offer");
  await client.getByRole("button", { name: "Send the counter-offer" }).click();
  await expect(client.getByText("Your counter-offer is sent.")).toBeVisible();

  await admin.goto(`/admin/orders/${orderId}`);
  await expect(admin.getByRole("heading", { name: /made a counter-offer/ })).toBeVisible();
  await admin.goto(`/admin/custom-orders?order=${orderId}`);
  await expect(admin.getByText("We have a map already.")).toBeVisible();
  await admin.getByLabel("Part 2").fill("");
  await admin.getByLabel("Amount 2").fill("");
  await admin.getByLabel("Scope").fill("Eight pages.");
  await admin.getByRole("button", { name: "Send the new version" }).click();
  await expect(admin.getByText("The quote is sent.")).toBeVisible();

  await client.goto(page);
  await expect(client.getByText("Different from version 1")).toBeVisible();
  await expectAccessible(client, "the second version of a quote");
  await client.getByRole("link", { name: "Accept and pay $160.00" }).click();
  await client.waitForURL(/\/checkout\//);
  await payThere(client);
  await client.goto(page);
  await expect(client.getByText("The quote that you accepted")).toBeVisible();
  await expect(client.getByText(/days? and .* left|days left/).first()).toBeVisible();
  for (const one of [client, admin]) await one.context().close();
});

test("the same is ordered again without the deadline of before", async ({ browser }) => {
  const client = await personIn(browser, display, demo.client);
  await client.goto("/dashboard?tab=all");
  await client.getByRole("link", { name: "Rain in three poems" }).last().click();
  await client.getByRole("link", { name: "Order again" }).click();
  await expect(client.getByText(/This is the work of order/)).toBeVisible();
  await expect(client.getByLabel("Title or question")).toHaveValue("Rain in three poems");
  await expect(client.getByLabel("Pages")).toHaveValue("4");
  await client.getByLabel(/I promise this/).check();
  await client.getByRole("button", { name: "Go to payment" }).first().click();
  await client.waitForURL(/\/checkout\/[0-9a-f-]{36}$/);
  await expect(client.getByText("Rain in three poems").first()).toBeVisible();
  await client.context().close();
});

test("late work is credited and shown on every side; a rating is answered once", async ({ browser }) => {
  const late = "Why a coast line has no length";
  const client = await personIn(browser, display, demo.client);
  await client.goto("/dashboard?tab=all");
  await client.getByRole("link", { name: late }).first().click();
  await expect(client.getByText(/The work came late: \$\d+\.\d\d goes back to you\./)).toBeVisible();
  await expect(client.getByText(/credited automatically/)).toBeVisible();
  await expectAccessible(client, "late work, credited and rated");
  const admin = await personIn(browser, display, demo.admin);
  await admin.goto(client.url().replace("/dashboard/", "/admin/"));
  await expect(admin.getByText(/It was late, so \$\d+\.\d\d was credited to the client/)).toBeVisible();

  await client.goto("/dashboard?tab=all");
  await client.getByRole("link", { name: "Rain in three poems" }).last().click();
  await client.getByText("How was it?").click();
  await client.getByRole("button", { name: "Send the rating" }).click();
  await expect(client.getByText("Choose a rating from 1 to 5.").first()).toBeVisible();
  await client.getByRole("radio", { name: /^4/ }).check();
  await client.getByLabel("In a few words").fill("Close reading, well set.");
  await client.getByRole("button", { name: "Send the rating" }).click();
  await expect(client.getByText("Thank you for the rating.")).toBeVisible();
  await admin.goto(client.url().replace("/dashboard/", "/admin/"));
  await expect(admin.getByText("Close reading, well set.")).toBeVisible();
  await expectAccessible(admin, "an order with a rating");
  await admin.getByLabel("Your reply").fill("Thank you.");
  await admin.getByRole("button", { name: "Send the reply" }).click();
  await expect(admin.getByText("The reply is sent to the client.")).toBeVisible();
  await client.reload();
  await client.getByText("Your rating").click();
  await expect(client.getByText("Thank you.", { exact: true })).toBeVisible();
  for (const one of [client, admin]) await one.context().close();
});
