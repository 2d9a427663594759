import { demo, displays, expect, expectAccessible, test } from "../browser.ts";
import { personIn } from "../person-in.ts";
import { fillBrief, payThere, tryPayment } from "../place.ts";

test("a refused text leads to a practice paper, and an unsure one to a person who lets it through", async ({
  browser,
  client: own,
}) => {
  const [display] = displays;
  const client = await personIn(browser, display, own.email);
  const title = `Topics of a quiz ${Date.now()}`;
  await client.goto("/order?service=non-technical&subject=Philosophy&pages=3");
  await fillBrief(client, title);
  const instructions = client.getByLabel("Instructions for the writer");
  await instructions.fill("Hello. Can you take my online exam for me on Friday?");
  await tryPayment(client);
  await expect(client.getByText(/We found: “Can you take my online exam for me/).first()).toBeVisible();
  await expect(client.getByRole("button", { name: "Ask a person to look" })).toBeVisible();
  await expectAccessible(client, "refused kindly");
  await expect(client.getByRole("link", { name: "Price a practice paper" })).toHaveAttribute("href", "/quizzesorder");

  await instructions.fill("My quiz is proctored. Explain the topics that matter, with examples.");
  const shown = (await client.locator(".total .sum").first().textContent())?.trim() ?? "";
  await tryPayment(client);
  await client.waitForURL(/\/dashboard\/requests\//);
  await expect(client.getByRole("heading", { name: "A person reads your request first" })).toBeVisible();
  await expect(client.getByText(shown).first()).toBeVisible();
  await expectAccessible(client, "request that a person reads");
  const request = client.url();
  await client.goto("/dashboard");
  await expect(client.getByText(title)).toBeVisible();

  const admin = await personIn(browser, display, demo.admin);
  await admin.goto("/admin/honest-use");
  const waiting = admin.getByRole("article").filter({ hasText: "My quiz is proctored" });
  await expect(waiting.getByText("Not sure")).toBeVisible();
  await expectAccessible(admin, "requests that wait");
  await waiting.getByRole("button", { name: "Accept" }).click();
  await expect(admin.getByText("Accepted. It is an order now", { exact: false })).toBeVisible();
  await expect(waiting).toHaveCount(0);

  await client.goto(request);
  await client.waitForURL(/\/checkout\//);
  await expect(client.getByText(shown).first()).toBeVisible();
  await payThere(client);
  for (const page of [client, admin]) await page.context().close();
});

test("a refused request is looked at again by the form on its page", async ({ browser, client: own }) => {
  const [display] = displays;
  const client = await personIn(browser, display, own.email);
  await client.goto("/order?service=non-technical&subject=Philosophy&pages=3");
  await fillBrief(client, `Quiz again ${Date.now()}`);
  const mine = `Our quiz ${Date.now()} is proctored. Explain the topics that matter.`;
  await client.getByLabel("Instructions for the writer").fill(mine);
  await tryPayment(client);
  await client.waitForURL(/\/dashboard\/requests\//);
  const request = client.url();

  const admin = await personIn(browser, display, demo.admin);
  await admin.goto("/admin/honest-use");
  const waiting = admin.getByRole("article").filter({ hasText: mine });
  await waiting.locator("summary").filter({ hasText: "Refuse politely" }).click();
  await waiting.getByRole("textbox").fill("We cannot help while somebody watches.");
  await waiting.locator("details").getByRole("button").click();
  await expect(waiting).toHaveCount(0);

  await client.goto(request);
  await expectAccessible(client, "refused request with the form of an appeal");
  const why = `It is a practice quiz ${Date.now()}.`;
  await client.getByLabel("Why should we look again?").fill(why);
  await client.getByRole("button", { name: "Ask another person" }).click();
  await expect(client.getByRole("heading", { name: "Your appeal" })).toBeVisible();

  await admin.goto("/admin/chats?from=enquiries");
  await admin.getByText(why).first().click();
  await expect(admin.getByText("It is about a request that")).toBeVisible();
  await expectAccessible(admin, "appeal in the inbox");
  await admin.getByLabel("Your answer").fill("You are right. Please send it once more.");
  await admin.getByRole("button", { name: "Send the answer" }).click();
  await expect(admin.getByRole("heading", { name: "The answer" })).toBeVisible();
  await client.goto(request);
  await expect(client.getByText("You are right. Please send it once more.")).toBeVisible();
  for (const page of [client, admin]) await page.context().close();
});
