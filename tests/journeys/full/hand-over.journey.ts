import { demo, displays, expect, expectAccessible, test } from "../browser.ts";
import { fillHandOver } from "../hand-over.ts";
import { personIn } from "../person-in.ts";
import { fillBrief, goToPayment, payThere } from "../place.ts";

const [display] = displays;

test("a writer asks, continues with what was kept, delivers, and answers each point of a revision", async ({
  browser,
}) => {
  const client = await personIn(browser, display, demo.client);
  const title = `Doubt and its uses ${Date.now()}`;
  await client.goto("/order?service=non-technical&subject=Philosophy&pages=2&citedSources=0&hours=168");
  await fillBrief(client, title);
  await client.getByLabel("Academic level").selectOption("Master");
  await client.getByLabel("Acceptance checklist").fill("Thesis in the first paragraph\nTwo answers are compared");
  await goToPayment(client);
  const page = `/dashboard/orders/${client.url().split("/").at(-1)}`;
  await payThere(client);
  const admin = await personIn(browser, display, demo.admin);
  await admin.goto(page.replace("/dashboard", "/admin"));
  await admin.getByRole("radio", { name: /Demo Writer/ }).check();
  await admin.getByRole("button", { name: "Ask this writer" }).click();
  await expect(admin.getByText("Writer asked").first()).toBeVisible();

  const writer = await personIn(browser, display, demo.writer);
  await writer.goto(page);
  await expect(writer.getByText("Master", { exact: true })).toBeVisible();
  await writer.getByRole("button", { name: "Accept", exact: true }).click();
  await writer.getByLabel("Outline").fill("What doubt is");
  await expect(writer.getByText(/Saved while you work, last at/)).toBeVisible();

  // Two windows on one conversation: a question stops the clock, and its answer starts it on the page that is open.
  await client.goto(page);
  await writer.getByLabel(/^Message to Client/).fill("May one answer be Hume's? Write to me at nina.k@example.com");
  await expect(writer.getByText("This has an e-mail address.")).toBeVisible();
  await expect(writer.getByText(/It runs again on .* at the latest/)).toBeVisible();
  await writer.getByLabel("Pause the work until the answer").check();
  await writer.getByRole("button", { name: "Ask and pause the work" }).click();
  await expect(writer.getByText("time is paused")).toBeVisible();
  const talk = client.locator("#conversation");
  await expect(talk.getByRole("listitem").filter({ hasText: "The work is paused until the answer" })).toBeVisible();
  await expect(client.getByText("May one answer be Hume's?").first()).toBeVisible();
  await expect(client.getByText("nina.k@example.com")).toHaveCount(0);
  await client.getByLabel("Your answer").fill("Yes, or call 030 1234567890.");
  await expect(client.getByText("This has a number.")).toBeVisible();
  await client.getByRole("button", { name: "Send the answer" }).click();
  await expect(client.getByText("Your answer was sent. The work continues.")).toBeVisible();
  await expect(
    writer.locator("#conversation").getByRole("listitem").filter({ hasText: "The work continues" }),
  ).toBeVisible();
  await expect(writer.getByText("time is running", { exact: true })).toBeVisible();
  await expect(writer.getByLabel("Outline")).toHaveValue("What doubt is");
  await writer.getByRole("button", { name: "Send the draft" }).click();
  await expect(writer.getByText("One thing before you deliver. Everything is saved.")).toBeVisible();
  await writer.getByLabel("Or the work as text").fill("Doubt begins.\n\nHume answers.");
  await fillHandOver(writer);
  await writer.getByRole("button", { name: "Deliver the finished work" }).click();
  await expect(writer.getByText("The work is delivered.")).toBeVisible();

  await client.goto(page);
  await client.getByText("Checklist and notes from the writer").click();
  await expect(client.getByText("2 of 2", { exact: true })).toBeVisible();
  await expect(client.getByText("No AI tools used")).toBeVisible();
  await client.getByText("Questions to test yourself").click();
  await expect(client.getByText("Who doubts?")).toBeVisible();
  await client.getByRole("link", { name: "Ask for changes" }).click();
  await client.getByRole("textbox", { name: "Point 1" }).fill("Name the chapter.");
  await client.getByRole("button", { name: "Add a point" }).click();
  await client.getByRole("textbox", { name: "Point 2" }).fill("Add Kant.");
  await client.getByRole("button", { name: "Ask for changes" }).click();
  await expect(client.getByText("Your points went to the writer.")).toBeVisible();

  await writer.goto(page);
  await expect(writer.getByRole("heading", { name: "What should change" })).toBeVisible();
  await expectAccessible(writer, "a revision");
  await writer.getByRole("button", { name: "Deliver version 2" }).click();
  await expect(writer.getByText("5 things before you deliver. Everything is saved.")).toBeVisible();
  await writer.getByRole("radio", { name: "Changed" }).first().check();
  await writer.getByLabel("What you changed, and where").fill("Chapter 4, in the first note.");
  await writer.getByRole("radio", { name: "Not part of the brief" }).last().check();
  await writer.getByLabel("Why it is new work").fill("The brief names two answers.");
  await writer.getByLabel("Or the work as text").fill("Doubt begins in chapter 4.\n\nHume answers.");
  await writer.getByLabel(/The learning pack fits version 2/).check();
  await writer.getByLabel(/AI tools: none/).check();
  await writer.getByRole("button", { name: "Deliver version 2" }).click();
  await expect(writer.getByText("The work is delivered.")).toBeVisible();

  await client.goto(page);
  await client.getByText("Checklist and notes from the writer").click();
  await expect(client.getByText("Your 2 points, answered")).toBeVisible();
  await expect(client.getByText("Chapter 4, in the first note.")).toBeVisible();
  await expectAccessible(client, "points answered");
  for (const one of [client, admin, writer]) await one.context().close();
});
