import type { BrowserContext, Page } from "@playwright/test";
import { expect, onTestFinished, test } from "vitest";
import { capabilities } from "#src/shared/viewer.ts";
import { openBrowser } from "../../bench/support/browser.ts";
import { addresses } from "../../scripts/docs/routes.ts";
import { everybody } from "../access/cast.ts";
import { openFill } from "../access/fill.ts";
import { marks, type Visitor } from "../access/marks.ts";
import { isFullRun } from "../support/full-run.ts";
import { payloads } from "./payloads.ts";
import { leftOut, shownForms } from "./shown-forms.ts";

// Texts that act where they are read as markup, in everything that the product keeps, asks and shows again, drawn by
// Chromium for clients, writers and admins: nothing runs, the policy of the page has nothing to refuse, and they are read
// as they were typed.

const together = 12;
const groups = Array.from({ length: payloads.length / together }, (_, at) =>
  payloads.slice(at * together, (at + 1) * together).join(" "),
);

type Cast = Awaited<ReturnType<typeof everybody>>;

/** Columns that are read as something else than text: a number in addresses, an address, a name that programs send. */
const notTexts = ["orders.number", "endpoints.url", "promotion_codes.code"];

/** Puts a text behind every mark that is kept anywhere, in the place of the one before. */
async function write({ runtime }: Cast, before: string, after: string): Promise<number> {
  const client = await runtime.database.pool.connect();
  const { rows } = await client.query<{ table: string; name: string; type: string }>(`
    select format('%I.%I', table_schema, table_name) as table, column_name as name, data_type as type
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and is_generated = 'NEVER' and data_type in ('text', 'jsonb') and table_schema not in ('pg_catalog', 'information_schema', 'jobs')`);
  let written = 0;
  // Tables that can only be added to are changed, too: only what is shown of them is asked here.
  await client.query("set session_replication_role = replica");
  for (const { table, name, type } of rows) {
    if (notTexts.some((one) => `${table}.${name}`.endsWith(one))) continue;
    const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
    for (const mark of Object.values(marks)) {
      const [from, to] = [mark + before, mark + after].map(type === "jsonb" ? inJson : String);
      const value = `replace("${name}"::text, $1, $2)${type === "jsonb" ? "::jsonb" : ""}`;
      const changed = await client.query(
        `update ${table} set "${name}" = ${value} where position($1 in "${name}"::text) > 0`,
        [from, to],
      );
      written += changed.rowCount ?? 0;
    }
  }
  await client.query("reset session_replication_role");
  client.release();
  return written;
}

const readers: readonly Visitor[] = ["client", "writer", ...capabilities.map((one) => `admin for ${one}` as const)];

type Line = { who: Visitor; path: string; body?: string };

/** Every page on which a reader meets a mark, and every form and query that is shown again with what was sent. */
async function linesOf(cast: Cast): Promise<Line[]> {
  const fill = openFill(cast);
  const lines: Line[] = [];
  for (const { path } of await addresses())
    for (const page of leftOut.includes(path) ? [] : fill(path))
      for (const who of readers) {
        const answer = await cast.ask(who, page);
        const text = await answer.text();
        const isPage = answer.status === 200 && answer.headers.get("content-type")?.startsWith("text/html");
        if (isPage && Object.values(marks).some((mark) => text.includes(mark))) lines.push({ who, path: page });
      }
  return lines;
}

/** A page of a reader's browser that notes what should never happen. */
async function openPage(context: BrowserContext, trouble: string[]): Promise<Page> {
  const page = await context.newPage();
  page.on("dialog", (dialog) => {
    trouble.push(`dialog ${dialog.message()} at ${page.url()}`);
    void dialog.dismiss();
  });
  await page.addInitScript(() => {
    const met: string[] = [];
    Object.assign(globalThis, { met, hit: (number: number) => met.push(`ran ${number}`) });
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
      met.push(`${violatedDirective} ${blockedURI} ${sample}`),
    );
  });
  return page;
}

/** What a page has of a text: 0 nowhere, 1 as it was typed, and what of it became markup or ran. */
const look = (page: Page, text: string) =>
  page.evaluate((typed) => {
    const tidy = (one: string) => one.replaceAll(/\s+/g, " ");
    const values = [...document.querySelectorAll<HTMLInputElement>("input, textarea")].map(({ value }) => value);
    const isTyped = tidy([document.documentElement.textContent, ...values].join("\n")).includes(tidy(typed));
    const { met = [] } = globalThis as { met?: string[] };
    return { isTyped, wrong: [...met, ...[...document.querySelectorAll("[data-hit]")].map(() => "an element")] };
  }, text);

test.runIf(isFullRun)(
  `${payloads.length} texts that act as markup, in every text that is kept or sent, in Chromium`,
  async () => {
    const cast = await everybody({ atEnd: onTestFinished });
    const browser = await openBrowser();
    onTestFinished(() => browser.close());
    const trouble: string[] = [];
    const pages = new Map<Visitor, Page>();
    for (const who of readers) {
      const context = await browser.newContext();
      const [name = "", value = ""] = (cast.cookieOf(who) ?? "").split("=");
      await context.addCookies([{ name, value, url: cast.product.url }]);
      pages.set(who, await openPage(context, trouble));
    }
    const shown = await linesOf(cast);
    const forms = (await shownForms(cast, readers)).filter(
      ({ isThere, form }) => isThere && Object.values(form.fields).includes(""),
    );
    expect([shown.length > 60, forms.length > 60]).toEqual([true, true]);
    const typed = new Map<Visitor, number>();
    const visit = async ({ who, path, body }: Line, text: string): Promise<void> => {
      const page = pages.get(who) as Page;
      const url = cast.product.url + path;
      if (body !== undefined)
        await page.route(url, (route) =>
          route.continue({
            method: "POST",
            postData: body,
            headers: {
              ...route.request().headers(),
              origin: cast.product.url,
              "content-type": "application/x-www-form-urlencoded",
            },
          }),
        );
      const answer = await page.goto(url, { waitUntil: "load" });
      await page.unrouteAll();
      const { isTyped, wrong } = await look(page, text);
      if (isTyped) typed.set(who, (typed.get(who) ?? 0) + 1);
      for (const one of wrong) trouble.push(`${one} at ${who} ${path}`);
      if ((answer?.status() ?? 500) >= 500) trouble.push(`${answer?.status()} at ${who} ${path}`);
    };
    let before = "";
    for (const text of groups) {
      expect(await write(cast, before, text)).toBeGreaterThan(30);
      before = text;
      for (const line of shown) await visit(line, text);
      for (const { who, form } of forms) {
        const asked = (more: string): Record<string, string> =>
          Object.fromEntries(
            Object.entries(form.fields).map(([name, value]) => [name, value === "" ? text + more : value]),
          );
        // A NUL in every text: all of them are shown again, and nothing is carried out.
        if (form.method === "post")
          await visit({ who, path: form.path, body: String(new URLSearchParams(asked("\0"))) }, text);
        else await visit({ who, path: `${form.path.split("?")[0]}?${new URLSearchParams(asked(""))}` }, text);
      }
      await cast.renew();
      expect(trouble).toEqual([]);
    }
    console.log(`read as typed: ${[...typed].map(([who, count]) => `${count} by ${who}`).join(", ")}`);
    for (const who of ["client", "writer", "admin for orders", "admin for people"] as const)
      expect(typed.get(who) ?? 0, who).toBeGreaterThan(groups.length);
  },
);
