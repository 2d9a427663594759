import type { Page } from "@playwright/test";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "#src/routes.ts";
import { drawer } from "../support/full-run.ts";
import { shownVersions } from "../support/shown-versions.ts";
import { demo, expect, expectDistinctIds, expectPageAccessible, signIn, test, withScripts } from "./browser.ts";
import { clippedAt, clippedOnPaper } from "./clipped.ts";
import { translatedAt } from "./translatable.ts";

/** Addresses that answer with a page, as the route table names them. */
const patternsOf = (entries: readonly RouteConfigEntry[], above = ""): string[] =>
  entries.flatMap(({ path, index, file, children = [] }) => {
    const here = path ? `${above}/${path}` : above;
    const own = (path || index) && file.endsWith(".tsx") && !path?.endsWith("*") ? [here || "/"] : [];
    return [...new Set([...own, ...patternsOf(children, here)])];
  });

/** Pages that need something that only a step gives, or that no longer are where they were. */
const elsewhere = [
  "/checkout/:orderId/return",
  "/checkout/:orderId/receipt",
  "/checkout/:orderId/transfer",
  "/checkout/:orderId/refund-account",
  "/admin/payments/payouts/:runId",
  "/admin/api/webhooks/:endpointId",
  "/admin/sealed/:personId",
  "/sandbox/pay/:attempt",
  "/aichecker/kept/:checkId",
  "/dashboard/orders/:orderId/style/:number",
  "/admin/orders/:orderId/style/:number",
  "/dashboard/requests/:requestId",
  "/pages/:slug",
  "/auth/popup-done",
  "/design",
];
const kinds = [
  "technical-writing/capstone-projects",
  "non-technical-writing/essays",
  "coursework/any-subject",
  "quizzes-tests/practice-tests",
];

const linkOn = async (page: Page, path: string, pattern: RegExp): Promise<string> => {
  await page.goto(path);
  const links = await page.locator("a[href]").evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""));
  const found = links.find((href) => pattern.test(href))?.split(/[?#]/)[0];
  if (!found) throw new Error(`No link like ${pattern} on ${path}`);
  return found;
};

/** Ids that stand in for the parameters of addresses; a parameter without one fails. */
async function idsFor(page: Page, who: "client" | "admin"): Promise<Record<string, string>> {
  const last = (path: string) => path.split("/").at(-1) ?? "";
  if (who === "client")
    return { orderId: last(await linkOn(page, "/dashboard", /^\/dashboard\/orders\/[0-9a-f-]{36}/)) };
  return {
    orderId: last(await linkOn(page, "/admin/orders", /^\/admin\/orders\/[0-9a-f-]{36}/)),
    personId: last(await linkOn(page, "/admin/people", /^\/admin\/people\/[0-9a-f-]{36}/)),
    writerId: last(await linkOn(page, "/admin/writers", /^\/admin\/writers\/[0-9a-f-]{36}/)),
    codeId: last(await linkOn(page, "/admin/codes", /^\/admin\/codes\/[0-9a-f-]{36}/)),
    chatId: last(await linkOn(page, "/admin/chats?tab=all", /^\/admin\/chats\/[0-9a-f-]{36}/)),
    page: "about",
    mail: "order.delivered",
    service: "essays",
  };
}

const guests = (path: string) => /^\/(login|register|passreset|start|keep-second-factor|email-change)/.test(path);
const admins = (path: string) => path.startsWith("/admin");
const writers = (path: string) => path.startsWith("/dashboard/earnings");

/** A run looks at every second page, by its seed, and asks axe of half of these; the full run of each. */
const isLooked = drawer(2);
const isAsked = drawer(2);

async function display(page: Page, paths: readonly string[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const path of paths.filter(isLooked)) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path);
    await page.mouse.move(5, 5);
    await withScripts(page);
    await (isAsked() ? expectPageAccessible(page, path) : expectDistinctIds(page, path));
    wrong.push(...(await translatedAt(page, path)), ...(await clippedAt(page, path)));
  }
  return wrong;
}

const versionAt: Readonly<Record<string, string>> = {
  "/terms/:version": shownVersions.termsVersion,
  "/privacy-policy/:version": shownVersions.privacyVersion,
};

const filled = (paths: readonly string[], ids: Record<string, string>): string[] =>
  paths.flatMap((path) => {
    if (/:(enquiryId|applicationId|ratingId)/.test(path)) return [];
    if (path.endsWith("/:version")) return [path.replace(":version", versionAt[path] ?? "")];
    if (path.endsWith("/:page/versions")) return [path.replace(":page", "terms")];
    const one = path.replace(/:(\w+)/g, (_, name: string) => {
      const id = ids[path.startsWith("/admin/writers/") ? "writerId" : name];
      if (!id) throw new Error(`${path} needs an example for ${name}`);
      return id;
    });
    return [one];
  });

const all = patternsOf(routes).filter((path) => !elsewhere.includes(path) && !path.includes(":serviceType"));
const own = all.filter((path) => !guests(path) && !admins(path) && !writers(path));

test.describe.configure({ mode: "parallel" });

test.describe("every screen is accessible, keeps what is no word from translators, and cuts off nothing at every width", () => {
  test("of guests", async ({ page }) => {
    expect(await display(page, [...all.filter(guests), "/", ...kinds.map((path) => `/${path}`)])).toEqual([]);
    for (const path of ["/aichecker/how", "/"]) {
      await page.goto(path);
      expect(await clippedOnPaper(page)).toEqual([]);
    }
    // On a busy machine the page is drawn, and kept, before the example of the checker is read: ask for another price.
    let pages = 0;
    await expect
      .poll(async () => {
        pages += 1;
        await page.goto(`/?pages=${pages}`);
        return page.getByRole("link", { name: "Check a text" }).isVisible();
      })
      .toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.locator(".when > summary").click();
    await expect(page.getByRole("grid")).toBeVisible();
    await expectPageAccessible(page, "the open calendar");
    expect(await clippedAt(page, "the open calendar")).toEqual([]);
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto("/non-technical-writing/essays");
      await expect(page.getByRole("button", { name: "Order this essay" })).toBeInViewport({ ratio: 1 });
    }
  });

  test("of a client", async ({ page }) => {
    await signIn(page, demo.client);
    expect(await display(page, filled(own, await idsFor(page, "client")))).toEqual([]);
    await page.goto("/dashboard");
    expect(await clippedOnPaper(page)).toEqual([]);
    const services = ["technical", "programming", "calculations", "test", "coursework"];
    expect(
      await display(
        page,
        services.map((one) => `/order?service=${one}`),
      ),
    ).toEqual([]);
  });

  test("of a writer", async ({ page }) => {
    await signIn(page, demo.writer);
    expect(await display(page, ["/dashboard", ...all.filter(writers)])).toEqual([]);
  });

  test("of an admin", async ({ page }) => {
    await signIn(page, demo.admin);
    expect(await display(page, filled(all.filter(admins), await idsFor(page, "admin")))).toEqual([]);
  });
});
