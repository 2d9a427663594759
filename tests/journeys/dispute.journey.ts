import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { unzipSync } from "fflate";
import { demo, displays, expect, expectAccessible, test, withScripts } from "./browser.ts";
import { fillHandOver } from "./hand-over.ts";
import { personIn } from "./person-in.ts";
import { fillBrief, goToPayment, payThere, stop } from "./place.ts";

const [display] = displays;

/** Takes the case file as an admin does: every file in it has the size and the hash that its manifest says. */
async function expectWholeCaseFile(admin: Page): Promise<void> {
  await admin.locator("summary", { hasText: "Case file" }).click();
  const begun = admin.waitForEvent("download");
  await admin.getByRole("link", { name: "Download the case file" }).click();
  const download = await begun;
  expect(download.suggestedFilename()).toMatch(/^case-[A-Z0-9]{7}-\d{4}-\d\d-\d\d\.zip$/);
  const held = unzipSync(new Uint8Array(await readFile(await download.path())));
  const named = new Map(Object.entries(held).map(([path, bytes]) => [path.slice(path.indexOf("/") + 1), bytes]));
  const manifest = Buffer.from(named.get("MANIFEST.csv") ?? "")
    .toString()
    .trimEnd()
    .split("\r\n")
    .slice(1);
  named.delete("MANIFEST.csv");
  const rows = [...named].map(
    ([path, bytes]) => `"${path}",${bytes.byteLength},"${createHash("sha256").update(bytes).digest("hex")}"`,
  );
  expect(manifest).toEqual(rows);
  expect(Buffer.from(named.get("versions/1-delivery-details.html") ?? "").toString()).toContain("Learning pack");
  expect([...named.keys()]).toEqual(
    expect.arrayContaining(["dispute.html", "money/ledger.csv", "versions/1-final.txt"]),
  );
}

const reportName = "Report of sources";

/** A writer adds a file of a service outside to the version that he reads, and takes nothing else but it. */
async function addReport(writer: Page, path: string): Promise<void> {
  await writer.getByRole("link", { name: "Add an originality report" }).click();
  await writer.getByLabel("Name of the report").fill(reportName);
  await writer.getByLabel("Made by").fill("TextMatch");
  await writer.getByLabel("Date of the report").fill("2025-11-02");
  const file = writer.getByRole("group", { name: /^File/ });
  await file.scrollIntoViewIfNeeded();
  await expect(file.getByText("One file of any type, up to")).toBeVisible();
  await expect(file.getByRole("button", { name: "Choose a file" })).toBeEnabled();
  await file.locator("input[type=file]:not([capture])").setInputFiles(path);
  await expect(writer.getByText("originality.txt is sent.")).toBeAttached();
  await writer.getByRole("button", { name: "Add the report" }).click();
  const reports = writer.getByRole("region", { name: "Originality reports" });
  await expect(reports.getByRole("link", { name: /originality\.txt/ }).first()).toBeVisible();
}

test("a dispute is answered, decided with a partial refund, and takes effect when both sides accept it", async ({
  browser,
  client: own,
}, info) => {
  const proof = async (name: string): Promise<string> => {
    const path = info.outputPath(name);
    await writeFile(path, `${name}: what was agreed. `.repeat(40));
    return path;
  };
  const addEvidence = async (side: Page, name: string): Promise<void> => {
    const files = side.getByRole("group", { name: /^Evidence/ });
    await expect(files.getByRole("button", { name: "Choose files" })).toBeEnabled();
    await files.locator("input[type=file][multiple]").setInputFiles(await proof(name));
    await expect(side.getByText(`${name} is sent.`)).toBeAttached();
  };
  const client = await personIn(browser, display, own.email);
  const title = `A river and its stones ${Date.now()}`;
  await client.goto("/order?service=non-technical&subject=Philosophy&pages=2&citedSources=0&hours=168");
  await fillBrief(client, title);
  await goToPayment(client);
  const page = `/dashboard/orders/${client.url().split("/").at(-1)}`;
  await payThere(client);

  const admin = await personIn(browser, display, demo.admin);
  const adminPage = page.replace("/dashboard", "/admin");
  await admin.goto(adminPage);
  await admin.getByRole("radio", { name: /Demo Writer/ }).check();
  await admin.getByRole("button", { name: "Ask this writer" }).click();
  await expect(admin.getByText("Writer asked").first()).toBeVisible();

  const writer = await personIn(browser, display, demo.writer);
  await writer.goto(page);
  await writer.getByRole("button", { name: "Accept", exact: true }).click();
  await writer.getByLabel("Or the work as text").fill("One diagram.\n\nNothing of the other.");
  await fillHandOver(writer);
  await writer.getByRole("button", { name: "Deliver the finished work" }).click();
  await expect(writer.getByText("The work is delivered.")).toBeVisible();

  await addReport(writer, await proof("originality.txt"));
  await expectAccessible(writer, "the writer's originality report");
  await client.goto(page);
  await client.getByText("Checklist and notes from the writer").click();
  const report = client.getByRole("region", { name: "Originality reports" }).getByRole("listitem").first();
  await expect(report).toContainText(`${reportName}Made by TextMatch on 2 November 2025.Added by the writer on`);
  await expect(report.getByRole("link", { name: /originality\.txt/ }).first()).toBeVisible();
  await expectAccessible(client, "an originality report beside the work");

  const letScriptsThrough = await stop(client, /\.js$/);
  await client.goto(`${page}?step=open-dispute`, { waitUntil: "commit" });
  const outcome = client.getByLabel("What outcome you want");
  await outcome.focus();
  letScriptsThrough();
  await withScripts(client);
  await expect(client.getByRole("button", { name: "Choose files" }).first()).toBeEnabled();
  await expect(outcome, "who types before the scripts come stays in the field").toBeFocused();
  await client.getByLabel("What is wrong").fill("The second diagram is missing.");
  await client.getByLabel("What outcome you want").fill("A part of the price back.");
  await addEvidence(client, "missing-page.txt");
  await expectAccessible(client, "evidence is added");
  await client.getByRole("button", { name: "Open a dispute" }).click();
  await expect(client.getByText("The dispute is open.").first()).toBeVisible();

  await admin.goto(adminPage);
  await expect(admin.getByText("Has not answered.")).toBeVisible();
  await expect(admin.getByRole("heading", { name: /may answer until/ })).toBeVisible();
  await expect(admin.getByRole("heading", { name: "Your decision" })).toHaveCount(0);

  await writer.goto(`${page}?step=answer-dispute`);
  await expect(writer.locator("form blockquote")).toContainText("The second diagram is missing.");
  await writer.getByLabel("What happened from your side").fill("The brief asks for one.");
  await expect(writer.getByRole("link", { name: /missing-page\.txt/ }).first()).toBeVisible();
  await addEvidence(writer, "brief.txt");
  await writer.getByRole("button", { name: "Answer the claim" }).click();
  await expect(writer.getByText("Your answer is sent.")).toBeVisible();

  await client.goto(page);
  await admin.goto(adminPage);
  for (const side of [client, admin])
    for (const name of ["missing-page.txt", "brief.txt"])
      await expect(side.getByRole("link", { name: new RegExp(name) }).first()).toBeVisible();
  const ruling = admin.getByRole("form", { name: "Your decision" });
  await expect(ruling.getByRole("button", { name: "Choose a decision first" })).toBeDisabled();
  await ruling.getByLabel("Refund in US dollars").fill("10");
  await ruling.getByRole("radio", { name: /Both, by share/ }).check();
  await ruling.getByLabel("Reason").fill("Both carry a part.");
  await expectAccessible(admin, "a decision before it is sent");
  const refund = ruling.getByRole("button", { name: /^Refund \$10\.00 of \$/ });
  await refund.click();
  const question = admin.getByRole("alertdialog", { name: /^Refund \$10\.00 of \$[\d.]+\?$/ });
  await expect(question).toContainText("72 hours after you decide");
  await expectAccessible(admin, "the question before a decision");
  await question.getByRole("button", { name: "Back" }).click();
  await expect(refund).toBeFocused();
  await expect(ruling.getByLabel("Reason")).toHaveValue("Both carry a part.");
  await refund.click();
  await question.getByRole("button", { name: /^Refund \$10\.00 of \$/ }).click();
  const phase = admin.getByRole("list", { name: "Phases of the dispute" }).locator("[aria-current=step]");
  await expect(phase).toContainText("Decided");
  await expect(admin.getByText("What everybody gets after the decision")).toBeVisible();
  await expect(admin.getByText("$10.00 back")).toBeVisible();

  for (const side of [client, writer]) {
    await side.goto(page);
    await expect(side.getByText("Both carry a part.").first()).toBeVisible();
    await side.getByRole("button", { name: "Accept the decision" }).click();
    await expect(side.getByText("You accepted the decision.").first()).toBeVisible();
  }
  await admin.goto(adminPage);
  await expect(admin.getByText("Refunded").first()).toBeVisible();
  await expect(phase).toContainText("Closed");
  await expect(admin.getByRole("heading", { name: /^Closed with a refund of \$10\.00 to / })).toBeVisible();
  await expect(admin.getByText(/^Where the \$[\d.]+ is now$/)).toBeVisible();
  await expectAccessible(admin, "after the dispute");
  await expectWholeCaseFile(admin);
  for (const one of [client, admin, writer]) await one.context().close();
});
