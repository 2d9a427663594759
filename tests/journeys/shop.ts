import { execFileSync } from "node:child_process";
import type { Browser, Page } from "@playwright/test";
import { type FakePayPal, startPayPal } from "#fakes/paypal/start.ts";
import { type FakeSmtp, startSmtp } from "#fakes/smtp.ts";
import { type FakeStripe, startStripe } from "#fakes/stripe/start.ts";
import { openRuntime } from "#src/composition/open-runtime.ts";
import { readConfig } from "#src/config.ts";
import { codeAt, stepAt } from "#src/modules/accounts/factors/codes.ts";
import { freePort, type Product, startProduct } from "../support/product.ts";
import { openForOrders } from "../support/settings.ts";
import { expect } from "./browser.ts";
import { fillBrief, goToPayment } from "./place.ts";

const password = "seven quiet rivers meet";

export type Shop = {
  smtp: FakeSmtp;
  stripe: FakeStripe;
  paypal: FakePayPal;
  product: Product;
  /** The process that receives the providers' events: another one on the same data where there are two. */
  receiver: Product;
  close: () => Promise<void>;
};

/** A real installation, without demo data, whose providers are stand-ins. `closed`: as it is after its first start. */
export async function openShop(processes: 1 | 2 = 1, closed = false): Promise<Shop> {
  const smtp = await startSmtp();
  const [port, other] = [await freePort(), await freePort()];
  const heard = `http://localhost:${processes === 2 ? other : port}/webhooks`;
  const stripe = await startStripe({ webhooks: `${heard}/stripe` });
  const paypal = await startPayPal({ webhooks: `${heard}/paypal` });
  const env = { DEMO: "off", SMTP_URL: smtp.url, ...stripe.env, ...paypal.env };
  const product = await startProduct({ host: "localhost", port, env });
  const { dataDir } = product;
  const receiver =
    processes === 2 ? await startProduct({ host: "localhost", port: other, dataDir, keep: true, env }) : product;
  const close = async () => {
    if (receiver !== product) await receiver.stop();
    await product.stop();
    await stripe.close();
    await paypal.close();
    await smtp.close();
  };
  if (!closed) await openByHand(product);
  return { smtp, stripe, paypal, product, receiver, close };
}

/** By hand, for journeys about something else than the guide. */
async function openByHand({ dataDir, url }: Product): Promise<void> {
  const read = readConfig(process.cwd(), { DATA_DIR: dataDir, BASE_URL: url, DEMO: "off", LOG_LEVEL: "error" });
  if (!read.ok) throw new Error(read.errors.join("; "));
  const { runtime, close } = await openRuntime(read.config, { only: "real" });
  await openForOrders(runtime);
  await close();
}

async function typeSignIn(page: Page, email: string): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** A new client of the real installation, signed in by the link of the mail. */
export async function register(page: Page, { product, smtp }: Shop, email: string): Promise<void> {
  await page.goto(`${product.url}/register`);
  await page.getByLabel("Name").fill("Noor Visser");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel(/I have read/).check();
  await page.getByRole("button", { name: "Create account" }).click();
  const mail = await smtp.mailTo(email);
  await page.goto(/http:\/\/localhost\S+/.exec(mail.text)?.[0] ?? "");
  const confirm = page.getByRole("button", { name: /confirm/i });
  if (await confirm.isVisible().catch(() => false)) await confirm.click();
  if (page.url().includes("/login")) await typeSignIn(page, email);
  await page.waitForURL(/\/dashboard/);
}

/** The operator's own admin, or one more, with a second factor. Returns what signs them in again. */
export async function firstAdmin(
  browser: Browser,
  { product }: Shop,
  email = "owner@shop.test",
  name = "Owner Person",
) {
  const wish = ["--email", email, "--name", name, "--password-stdin"];
  execFileSync(process.execPath, ["scripts/command.js", "admin-create", ...wish], {
    input: password,
    env: { PATH: process.env.PATH, DATA_DIR: product.dataDir, BASE_URL: product.url, DEMO: "off" },
    stdio: "pipe",
  });
  const context = await browser.newContext({ baseURL: product.url });
  const page = await context.newPage();
  await page.goto("/login?next=/admin");
  await typeSignIn(page, email);
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  const key = ((await page.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await page.getByLabel("Code").fill(await codeAt(key, stepAt(new Date())));
  await page.getByRole("button", { name: "Finish" }).click();
  await page.getByRole("link", { name: /I have kept them/ }).click();
  await page.waitForURL(({ pathname }) => pathname === "/admin");
  const state = await context.storageState();
  await context.close();
  return state;
}

type Way = { title: string; method: string };

/** Places an order whose price is known from the start, chooses how to pay, and presses the button. */
export async function payBy(page: Page, { product }: Shop, { title, method }: Way): Promise<void> {
  await page.goto(`${product.url}/order?service=essay&subject=Philosophy`);
  await expect(page.getByLabel("Subject")).toHaveValue("Philosophy");
  await fillBrief(page, title);
  await goToPayment(page);
  await page.getByLabel(method).check();
  await page
    .getByRole("button", { name: method === "Bank transfer" ? "Show the transfer details" : /^Pay \$/ })
    .click();
}

/** An event is followed after it was answered: opens the page until it says so. */
export const opensUntil = (page: Page, address: string, text: string): Promise<void> =>
  expect(async () => {
    await page.goto(address);
    await expect(page.getByText(text).first()).toBeVisible({ timeout: 2_000 });
  }).toPass();

/** On Stripe's page. */
export const typeCard = async (page: Page, card: string): Promise<void> => {
  await page.getByLabel("Card number").fill(card);
  await page.getByRole("button", { name: /^Pay \$/ }).click();
};
