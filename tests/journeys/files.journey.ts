import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CDPSession, Page } from "@playwright/test";
import { demo, expect, expectAccessible, signIn, signInAtStart, test } from "./browser.ts";
import { fillBrief } from "./place.ts";

const hash = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** Text of so many bytes that no two runs share: it has nothing to clean. */
const letters = (bytes: number) => Buffer.from(randomBytes(bytes / 2).toString("hex"));

/** Files on disk, as people have them. */
const makeFiles = (folder: string) => {
  mkdirSync(folder, { recursive: true });
  const make = (name: string, bytes: Buffer) => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };
  const film = join(folder, "lecture.mp4");
  writeFileSync(film, "");
  truncateSync(film, 513 * 1024 * 1024);
  return {
    sheet: make("task-sheet.txt", Buffer.from("The task, in plain words.\n".repeat(500))),
    scan: make("lecture-scan.txt", letters(6_000_000)),
    chapter: make("chapter-4.txt", letters(2_000_000)),
    film,
  };
};

const net = (line: CDPSession, bytesPerSecond: number) =>
  line.send("Network.emulateNetworkConditions", {
    offline: bytesPerSecond === 0,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  });

/** What sends files comes when their box does. */
const comeToFiles = async (page: Page) => {
  const button = page.getByRole("button", { name: "Choose files" });
  await button.scrollIntoViewIfNeeded();
  await expect(button).toBeEnabled();
};
const choose = async (page: Page, ...files: string[]) => {
  await comeToFiles(page);
  await page.locator("[data-drop] input[type=file][multiple]").setInputFiles(files);
};
const row = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });
const goOn = (page: Page) => page.getByRole("button", { name: /Go to payment/ }).first();

test.use({ expected: /ERR_INTERNET_DISCONNECTED/ });

test("files survive a sign-in, a pause, a cut line and a reload, and come out as they went in", async ({
  page,
  browser,
  client,
}, info) => {
  const files = makeFiles(info.outputDir);
  const title = `With files ${info.testId.slice(-6)}`;

  await page.goto("/quizzesorder");
  await choose(page, files.sheet);
  await expect(row(page, "task-sheet.txt")).toContainText("sent after you sign in");
  await fillBrief(page, title);
  await goOn(page).click();
  await signInAtStart(page, client.email);
  await page.waitForURL(/\/quizzesorder\?form=/);
  await expect(row(page, "task-sheet.txt")).toContainText("Sent, 12 KB");

  const line = await page.context().newCDPSession(page);
  await line.send("Network.enable");
  await net(line, 1_000_000);
  await choose(page, files.scan, files.chapter, files.film);
  await expect(row(page, "lecture.mp4")).toContainText("A file can have up to 512 MB.");
  await expect(row(page, "lecture-scan.txt")).toContainText(/Uploading: [1-9]\d?%/);
  await row(page, "lecture-scan.txt").getByRole("button", { name: "Pause upload of lecture-scan.txt" }).click();
  await expect(row(page, "lecture-scan.txt")).toContainText(/Paused at \d+%/);
  await expectAccessible(page, "files on their way");
  await goOn(page).click();
  await expect(page.getByText("1 file is not complete. Continue with it, or remove it.")).toBeVisible();
  await row(page, "lecture-scan.txt")
    .getByRole("button", { name: /^Resume/ })
    .click();
  await expect(row(page, "lecture-scan.txt")).toContainText(/Uploading: \d+%/);

  await net(line, 0);
  await expect(row(page, "lecture-scan.txt")).toContainText("waits for the connection");
  await net(line, 3_000_000);
  await page.reload();
  await net(line, -1);
  await expect(row(page, "lecture-scan.txt")).toContainText("Sent, 5.7 MB");
  await expect(row(page, "chapter-4.txt")).toContainText("Sent, 1.9 MB");
  await expect(row(page, "lecture.mp4")).toHaveCount(0);

  await goOn(page).click();
  await page.waitForURL(/\/checkout\/[0-9a-f-]{36}$/);
  const orderId = page.url().split("/").at(-1);
  await page.goto(`/dashboard/orders/${orderId}`);
  await page.getByText("Your files").click();
  const list = page.getByRole("list", { name: "Files of this order" });
  await expect(list.getByRole("listitem")).toHaveCount(3);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    list.getByRole("link", { name: "Download lecture-scan.txt" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("lecture-scan.txt");
  expect(hash(readFileSync(await download.path()))).toBe(hash(readFileSync(files.scan)));

  await list.getByRole("link", { name: /^Preview ?: chapter-4.txt$/ }).click();
  const preview = page.getByRole("region", { name: "Preview: chapter-4.txt" });
  await expect(preview).toContainText("The file is longer.");
  await expectAccessible(page, "a file shown on the page");
  await list.getByRole("link", { name: /^Close ?: chapter-4.txt$/ }).click();
  await expect(preview).toHaveCount(0);

  await choose(page, files.sheet);
  await expect(row(page, "task-sheet.txt").last()).toContainText("Sent, 12 KB");
  await page.getByRole("button", { name: "Add to the order" }).click();
  await expect(page.getByText("The files are with your order.")).toBeVisible();
  await expect(list.getByRole("listitem")).toHaveCount(4);
  await expect(page.getByText("Sent, 12 KB")).toHaveCount(0);

  const adminContext = await browser.newContext({ baseURL: info.project.use.baseURL ?? "" });
  const adminPage = await adminContext.newPage();
  await signIn(adminPage, demo.admin);
  await adminPage.goto(`/admin/orders/${orderId}`);
  const address = await adminPage.getByRole("link", { name: "chapter-4.txt", exact: true }).getAttribute("href");
  const got = await adminPage.request.get(address ?? "");
  expect(got.headers()["content-disposition"]).toContain("attachment");
  expect(hash(await got.body())).toBe(hash(readFileSync(files.chapter)));
  await adminContext.close();

  const stranger = await browser.newContext({ baseURL: info.project.use.baseURL ?? "" });
  expect((await stranger.request.get(address ?? "", { maxRedirects: 0 })).status()).toBe(401);
  await stranger.close();
});

test("files are dropped, pasted and taken with a phone's camera", async ({ page, client }) => {
  await signIn(page, client.email);
  await page.goto("/quizzesorder");
  await comeToFiles(page);
  const bring = (kind: "drop" | "paste", name: string, type: string) =>
    page.locator("[data-drop]").evaluate(
      (box, file) => {
        const data = new DataTransfer();
        data.items.add(new File(["some bytes of it"], file.name, { type: file.type }));
        const about = { bubbles: true, cancelable: true };
        if (file.kind === "paste")
          document.dispatchEvent(new ClipboardEvent("paste", { ...about, clipboardData: data }));
        else {
          box.dispatchEvent(new DragEvent("dragover", { ...about, dataTransfer: data }));
          box.dispatchEvent(new DragEvent("drop", { ...about, dataTransfer: data }));
        }
      },
      { kind, name, type },
    );
  await bring("drop", "dropped-notes.txt", "text/plain");
  await expect(row(page, "dropped-notes.txt")).toContainText("Sent, 16 bytes");
  await bring("paste", "image.png", "image/png");
  await expect(row(page, "pasted-")).toContainText(/pasted-\d\d-\d\d-\d\d\.png/);
  const camera = page.locator("input[type=file][capture=environment]");
  await expect(camera).toHaveAttribute("accept", "image/*");
  await camera.setInputFiles({ name: "whiteboard.jpg", mimeType: "image/jpeg", buffer: randomBytes(5000) });
  await expect(row(page, "whiteboard.jpg")).toContainText("Sent, 4.8 KB");
  for (const name of ["dropped-notes.txt", "pasted-", "whiteboard.jpg"]) {
    await row(page, name)
      .getByRole("button", { name: /^Remove/ })
      .click();
    await expect(row(page, name)).toHaveCount(0);
  }
});

test("two tabs with the same file send it once", async ({ page, context, client }, info) => {
  const { scan } = makeFiles(info.outputDir);
  await signIn(page, client.email);
  await page.goto("/custom");
  const other = await context.newPage();
  await other.goto("/custom");
  const line = await context.newCDPSession(page);
  await line.send("Network.enable");
  await net(line, 500_000);
  await choose(page, scan);
  await expect(row(page, "lecture-scan.txt")).toContainText(/Uploading: \d+%/);
  await choose(other, scan);
  await expect(row(other, "lecture-scan.txt")).toContainText("Another tab of this browser sends this file");
  await net(line, -1);
  for (const tab of [page, other]) await expect(row(tab, "lecture-scan.txt")).toContainText("Sent, 5.7 MB");
  const [one, two] = await Promise.all([page, other].map((tab) => tab.locator("input[name=files]").inputValue()));
  expect(one).toMatch(/^[0-9a-f-]{36}$/);
  expect(two).toBe(one);
  await row(page, "lecture-scan.txt").getByRole("button", { name: "Remove lecture-scan.txt" }).click();
  await expect(page.getByText("lecture-scan.txt was removed.")).toBeVisible();
  await expect
    .poll(async () => (await context.request.head(`/files/${one}`, { headers: { "tus-resumable": "1.0.0" } })).status())
    .toBe(404);
});
