import type { Browser, Page } from "@playwright/test";
import pg from "pg";
import { openEmbedded } from "#src/platform/database/embedded/index.ts";
import { quietLog } from "#tests/support/quiet-log.ts";
import { demo, displays, expect, expectAccessible, register, signIn, test } from "../browser.ts";
import { fillHandOver } from "../hand-over.ts";
import { personIn } from "../person-in.ts";
import { fillBrief, goToPayment, payThere } from "../place.ts";
import { watch } from "../presses.ts";

// A late claim and a refused form answer with their status, on purpose.
test.use({ expected: /status of (?:401|409|422)/ });

const [display] = displays;

async function inDatabase(run: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const dataDir = `.cache/journeys/${process.env.JOURNEY_PORT ?? 3217}`;
  const opened = await openEmbedded({ dataDir, log: quietLog });
  const client = new pg.Client(opened.connection);
  await client.connect();
  await run(client);
  await client.end();
  await opened.close();
}

/** Time passes for one order: its instants move into the past, and what waits for them is due. */
const daysPass = (orderId: string, days: number): Promise<void> =>
  inDatabase(async (client) => {
    const moved = ["approved_at", "completed_at", "delivered_at", "first_delivered_at", "page_opened_at"];
    const sets = moved.map((column) => `${column} = ${column} - interval '${days} days'`).join(", ");
    await client.query(`update orders.orders set ${sets} where id = $1`, [orderId]);
    const due = "update platform.timers set due = due - make_interval(days => $2) where subject = $1";
    await client.query(due, [orderId, days]);
  });

/** The minute is over in which an admin can take back that payouts were sent. */
const undoMinutePasses = (): Promise<void> =>
  inDatabase((client) => client.query("update platform.timers set due = now() where kind = 'payments.payout-sent'"));

/** An admin finds somebody by name and gives them another role. */
async function changeRole(
  admin: Page,
  name: string,
  { role, reason }: { role: string; reason: string },
): Promise<void> {
  await admin.goto(`/admin/people?group=all&q=${encodeURIComponent(name)}`);
  await admin.getByRole("link", { name }).click();
  // Of somebody who has orders the account is folded.
  const fold = admin.locator("details", { has: admin.locator("summary", { hasText: "Role and access" }) });
  await fold.evaluate((one: HTMLDetailsElement) => {
    one.open = true;
  });
  await fold.getByRole("button", { name: "Change the role" }).click();
  const dialog = admin.getByRole("alertdialog");
  await dialog.getByRole("radio", { name: role }).check();
  await dialog.getByLabel("Reason").fill(reason);
  await dialog.getByRole("button", { name: "Change the role" }).click();
  await expect(admin.getByText(/The role is changed/)).toBeVisible();
}

/** Somebody registers, and an admin makes a writer of them. */
async function secondWriter(browser: Browser, admin: Page): Promise<{ page: Page; name: string }> {
  const name = `Ada Lind ${Date.now()}`;
  const email = `ada-${Date.now()}@demo.test`;
  const context = await browser.newContext({
    viewport: display.viewport,
    baseURL: test.info().project.use.baseURL ?? "",
  });
  const page = await context.newPage();
  await register(page, { name, email });
  await changeRole(admin, name, { role: "Writer", reason: "A good hand." });
  await signIn(page, email);
  return { page, name };
}

async function placed(client: Page, title: string): Promise<string> {
  await client.goto("/order?service=non-technical&subject=History&pages=2&citedSources=0&hours=168");
  await fillBrief(client, title);
  await goToPayment(client);
  const id = client.url().split("/").at(-1) ?? "";
  await payThere(client);
  return id;
}

test("a writer claims, delivers, revises, earns, and is paid out", async ({ browser }) => {
  const title = `Letters home ${Date.now()}`;
  const admin = await personIn(browser, display, demo.admin);
  await admin.goto("/admin/writers");
  if (await admin.getByRole("button", { name: "Let writers claim" }).isVisible())
    await admin.getByRole("button", { name: "Let writers claim" }).click();
  await expect(admin.getByRole("button", { name: "Stop claiming" })).toBeVisible();
  const client = await personIn(browser, display, demo.client);
  const id = await placed(client, title);
  const page = `/dashboard/orders/${id}`;

  const writer = await personIn(browser, display, demo.writer);
  const late = await writer.context().newPage();
  for (const tab of [writer, late]) await tab.goto("/dashboard?open=all");
  await expectAccessible(writer, "what can be claimed");
  const claimable = { name: "You can claim" };
  const offer = writer.getByRole("region", claimable).getByRole("listitem").filter({ hasText: title });
  await expect(offer.getByText(/\$\d+\.\d\d/)).toBeVisible();
  await offer.getByRole("button", { name: /^Claim/ }).click();
  await expect(writer.getByText("The order is yours, and the work has started.")).toBeVisible();
  await late
    .getByRole("region", claimable)
    .getByRole("listitem")
    .filter({ hasText: title })
    .getByRole("button", { name: /^Claim/ })
    .click();
  await expect(late, "a second press says that it is the writer's already").toHaveURL(new RegExp(`${page}$`));
  await late.close();

  await writer.getByLabel(/^Message to Client/).fill("Which harbour do you mean?");
  await writer.getByLabel("Pause the work until the answer").check();
  await writer.getByRole("button", { name: "Ask and pause the work" }).click();
  await expect(writer.getByText("time is paused")).toBeVisible();
  await client.goto(page);
  await client.getByLabel("Your answer").fill("Any of the north.");
  await client.getByRole("button", { name: "Send the answer" }).click();
  await expect(client.getByText("Your answer was sent. The work continues.")).toBeVisible();
  await expect(writer.getByText("time is running", { exact: true })).toBeVisible();
  await writer.getByLabel("Or the work as text").fill("Dear mother.");
  await writer.getByRole("button", { name: "Send the draft" }).click();
  await expect(writer.getByText(/The draft is added/).first()).toBeVisible();
  await client.goto(page);
  await client.getByRole("button", { name: "Read draft 1" }).click();
  await expect(client.getByText("Dear mother.").first()).toBeVisible();

  await writer.getByLabel("Or the work as text").fill("Dear mother.\n\nThe harbour is full.");
  await fillHandOver(writer);
  await writer.getByRole("button", { name: "Deliver version 2" }).click();
  await expect(writer.getByText("The work is delivered.")).toBeVisible();
  await client.goto(`${page}?step=request-revision`);
  await client.getByRole("textbox", { name: "Point 1" }).fill("Name the harbour.");
  await client.getByRole("button", { name: "Ask for changes" }).click();
  await expect(client.getByText("Your points went to the writer.")).toBeVisible();
  await expect(
    writer.locator("#conversation").getByRole("listitem").filter({ hasText: "The client asked for a revision" }),
  ).toBeVisible();
  await writer.goto(page);
  await writer.getByRole("radio", { name: "Changed" }).first().check();
  await writer.getByLabel("What you changed, and where").fill("The first line.");
  await writer.getByLabel("Or the work as text").fill("Dear mother.\n\nThe harbour of Hull is full.");
  await writer.getByLabel(/The learning pack fits version 3/).check();
  await writer.getByLabel(/AI tools: none/).check();
  await writer.getByRole("button", { name: "Deliver version 3" }).click();
  await expect(writer.getByText("The work is delivered.")).toBeVisible();
  await client.goto(`${page}?step=approve`);
  await client.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(client.getByRole("button", { name: "Undo the approval" })).toBeVisible();

  const states = async () => {
    await writer.goto("/dashboard/earnings");
    return (await writer.locator("main").innerText()).replaceAll("\n", " ");
  };
  const orderPage = async () => {
    await writer.goto(page);
    return writer.locator("main").innerText();
  };
  await daysPass(id, 1);
  await expect.poll(orderPage).toContain("Finished");
  await daysPass(id, 15);
  await expect.poll(states).toMatch(/is yours, but we do not know where to send it/);
  await writer.getByRole("link", { name: "Add a method" }).click();
  await writer.getByLabel("Legal name").fill("Daniel Okafor");
  await writer.getByLabel("Country").selectOption("PL");
  await writer.getByLabel(/IBAN or account number/).fill("PL61 1090 1014 0000 0712 1981 2874");
  await writer.getByRole("button", { name: /Save/ }).click();
  await expect(writer.getByText("PL•• •••• 2874")).toBeVisible();
  await expectAccessible(writer, "earnings");

  await admin.goto("/admin/payments/payouts");
  const { press, since } = watch(admin);
  await press(admin.getByRole("button", { name: "Start the payout" }));
  await press(admin.getByRole("button", { name: /^Start, \$/ }));
  const early = admin.getByText(/before .+, the next day of payouts/).first();
  const reference = admin.getByLabel("Reference on the bank statement");
  await expect(early.or(reference)).toBeVisible();
  const isEarly = await early.isVisible();
  if (isEarly) await press(admin.getByRole("button", { name: /^Start, \$/ }));
  await admin.getByLabel("Reference on the bank statement").fill("B-2026-1");
  await press(admin.getByRole("button", { name: /^Mark as sent/ }));
  await expect(admin.getByText(/reference B-2026-1/)).toBeVisible();
  // Before the day of payouts, one press more says that this is meant.
  expect(since().presses).toBe(isEarly ? 4 : 3);
  await expectAccessible(admin, "a payout run");
  expect(await states()).toContain("On its way to your bank account ending in 2874.");
  await undoMinutePasses();
  await expect.poll(states).toContain("Bank reference: B-2026-1.");
  await admin.goto("/admin/writers");
  await admin.getByRole("button", { name: "Stop claiming" }).click();
  await expect(admin.getByText("Your team assigns the orders now.")).toBeVisible();
  for (const one of [client, admin, writer]) await one.context().close();
});

test("a declined order finds another writer, and its client does not see who declined", async ({ browser }) => {
  const client = await personIn(browser, display, demo.client);
  const id = await placed(client, `Salt roads ${Date.now()}`);
  const admin = await personIn(browser, display, demo.admin);
  await admin.goto(`/admin/orders/${id}`);
  await admin.getByRole("radio", { name: /Demo Writer/ }).check();
  await admin.getByRole("button", { name: "Ask this writer" }).click();
  await expect(admin.getByText("Writer asked").first()).toBeVisible();
  const writer = await personIn(browser, display, demo.writer);
  await writer.goto(`/dashboard/orders/${id}?step=decline`);
  await expect(writer.getByText(/Answer until/)).toBeVisible();
  await writer.getByLabel("Reason").fill("No time this week.");
  await writer.getByRole("button", { name: "Decline", exact: true }).click();
  await writer.waitForURL(/\/dashboard$/);
  await writer.goto(`/dashboard/orders/${id}`);
  await expect(writer.getByRole("heading", { level: 1 })).not.toContainText("Salt roads");
  await client.goto(`/dashboard/orders/${id}`);
  await expect(client.getByText("Paid, choosing a writer").first()).toBeVisible();
  await expect(client.getByText("No time this week.")).toHaveCount(0);
  await expect(client.getByText("Demo Writer")).toHaveCount(0);
  const other = await secondWriter(browser, admin);
  await admin.goto(`/admin/orders/${id}`);
  await expect(admin.getByText("No time this week.").first()).toBeVisible();
  await expect(admin.getByText(/was asked before/).first()).toBeVisible();
  await expectAccessible(admin, "another writer is chosen");
  await admin.getByRole("radio", { name: other.name }).check();
  await admin.getByRole("button", { name: "Ask this writer" }).click();
  await expect(admin.getByText("Writer asked").first()).toBeVisible();
  await other.page.goto(`/dashboard/orders/${id}`);
  await other.page.getByRole("button", { name: "Accept", exact: true }).click();
  await expect(other.page.getByText("time is running", { exact: true })).toBeVisible();

  // Who has the work writes no more: it continues to the first one, and the client reads why, without a name.
  await changeRole(admin, other.name, { role: "Client", reason: "Moves away." });
  await client.goto(`/dashboard/orders/${id}`);
  await expect(client.getByText("Paid, choosing a writer").first()).toBeVisible();
  await expect(client.getByText(/no longer a writer/)).toHaveCount(0);
  const mails = await client.context().newPage();
  await mails.goto("/mailbox");
  await expect(mails.getByText(/Another writer takes over order/).first()).toBeVisible();
  await mails.close();
  await admin.goto(`/admin/orders/${id}`);
  await expect(admin.getByText("This person is no longer a writer.").first()).toBeVisible();
  await admin.getByRole("radio", { name: /Demo Writer/ }).check();
  await admin.getByRole("button", { name: "Ask this writer" }).click();
  await expect(admin.getByText("Writer asked").first()).toBeVisible();
  await writer.goto(`/dashboard/orders/${id}`);
  await writer.getByRole("button", { name: "Accept", exact: true }).click();
  await expect(writer.getByText("time is running", { exact: true })).toBeVisible();
  for (const one of [client, admin, writer, other.page]) await one.context().close();
});
