import { describe, expect } from "vitest";
import { newId } from "#src/platform/ids.ts";
import { addresses } from "../../scripts/docs/routes.ts";
import { drawer } from "../support/full-run.ts";
import type { Product } from "../support/product.ts";
import { demoTest as test } from "../support/shared-demo.ts";
import { shownVersions } from "../support/shown-versions.ts";

type Visitor = "guest" | "client" | "other" | "writer" | "admin";
const visitors: readonly Visitor[] = ["guest", "client", "other", "writer", "admin"];

/** What a visitor meets: 200, 404, or where it is sent. `next` stands for the sign-in page that returns here. */
type Meets =
  | 200
  | 308
  | 404
  | "next"
  | "/"
  | "/dashboard"
  | "/checkout"
  | "/login"
  | "/order"
  | "/start"
  | "/accountSettings/sign-in#sessions";
type Expected = Record<Visitor, Meets>;
const all = (meets: Meets): Expected => ({ guest: meets, client: meets, other: meets, writer: meets, admin: meets });
const signedIn = (more: Partial<Expected> = {}): Expected => ({ ...all(200), guest: "next", ...more });
const guestOnly: Expected = { ...all("/dashboard"), guest: 200 };
const adminOnly: Expected = { guest: "next", client: "/", other: "/", writer: "/", admin: 200 };

const serviceOf: Record<string, string> = {
  "/technical-writing/:serviceType": "/technical-writing/capstone-projects",
  "/non-technical-writing/:serviceType": "/non-technical-writing/research-papers",
};

/** Every address of src/routes.ts with what each visitor meets there. A new address without a row fails. */
const table: Record<string, Expected> = {
  "/": all(200),
  "/technical-writing": all(200),
  "/non-technical-writing": all(200),
  "/technical-writing/:serviceType": all(200),
  "/non-technical-writing/:serviceType": all(200),
  "/coursework/:serviceType": all(200),
  "/quizzes-tests/:serviceType": all(200),
  "/about": all(200),
  "/samples": all(200),
  "/contact": all(200),
  "/faq": all(200),
  "/terms": all(200),
  "/terms/:version": all(200),
  "/privacy-policy/:version": all(200),
  "/terms-of-service": all(308),
  "/privacy-policy": all(200),
  "/guarantees": all(200),
  "/accessibility": all(200),
  "/licence": all(200),
  "/honest-use/students": all(200),
  "/honest-use/never": all(200),
  "/honest-use/teachers": all(200),
  "/pages/:slug": all(404),
  "/api/docs": all(200),
  "/hiring": all(200),
  "/robots.txt": all(200),
  "/sitemap.xml": all(200),
  "/manifest.webmanifest": all(200),
  "/og/:family/:card": all(404),
  "/mailbox": all(200),
  "/embed/calculator": all(200),
  "/login": guestOnly,
  "/login/second-step": { ...guestOnly, guest: "/login" },
  "/confirm-identity": signedIn(),
  "/register": guestOnly,
  "/passreset": guestOnly,
  "/start": { ...all("/order"), guest: "/start" },
  "/keep-second-factor": all(200),
  "/see-as/end": all("/"),
  "/signout": all("/"),
  "/auth/popup-done": all(200),
  "/aichecker": signedIn(),
  "/aichecker/how": all(200),
  "/aichecker/card": all(308),
  "/aichecker/kept": signedIn(),
  "/aichecker/kept/:checkId": { ...all(404), guest: "next" },
  "/notices": signedIn(),
  "/accountSettings": signedIn(),
  "/accountSettings/email": signedIn(),
  "/accountSettings/sign-in": signedIn(),
  "/accountSettings/password": signedIn(),
  "/accountSettings/sessions": { ...all("/accountSettings/sign-in#sessions"), guest: "next" },
  "/accountSettings/notices": signedIn(),
  "/accountSettings/appearance": signedIn(),
  "/accountSettings/threat": signedIn(),
  "/accountSettings/data": signedIn(),
  "/accountSettings/data/download": signedIn(),
  "/email-change": all(200),
  "/accountSettings/second-factor": signedIn(),
  "/accountSettings/passkeys": signedIn(),
  "/order": signedIn({ writer: "/dashboard" }),
  "/order/draft": all(404),
  "/order/words": { ...all(200), guest: "next" },
  "/order/quotes/:file": all(404),
  "/quizzesorder": { ...all(200), writer: "/dashboard" },
  "/custom": { ...all(200), writer: "/dashboard" },
  "/custom/sent/:orderId": { guest: "next", client: "/dashboard", other: 404, writer: 404, admin: 404 },
  "/dashboard": signedIn(),
  "/dashboard/earnings": { ...all(404), guest: "next", writer: 200 },
  "/dashboard/earnings/method": { ...all(404), guest: "next", writer: 200 },
  "/dashboard/earnings/:file": { ...all(404), guest: "next" },
  "/dashboard/support/:ratingId": { ...all(404), guest: "next" },
  "/dashboard/orders/:orderId": { guest: "next", client: 200, other: 404, writer: 404, admin: 404 },
  "/dashboard/orders/:orderId/threat": { guest: "next", client: 200, other: 404, writer: 404, admin: 404 },
  "/dashboard/requests/:requestId": { ...all(404), guest: "next" },
  "/dashboard/orders/:orderId/draft": all(404),
  "/dashboard/orders/:orderId/deadline.ics": { guest: "next", client: 200, other: 404, writer: 404, admin: 404 },
  "/dashboard/orders/:orderId/text/:file": { ...all(404), guest: "next" },
  "/dashboard/orders/:orderId/style/:number": { ...all(404), guest: "next" },
  "/checkout/:orderId": { guest: "next", client: 200, other: 404, writer: "/dashboard", admin: 404 },
  "/checkout/:orderId/return": { guest: "next", client: "/dashboard", other: 404, writer: "/dashboard", admin: 404 },
  "/checkout/:orderId/receipt": { ...all(404), guest: "next" },
  "/checkout/:orderId/documents/:file": { ...all(404), guest: "next" },
  "/checkout/:orderId/transfer": { guest: "next", client: "/checkout", other: 404, writer: "/dashboard", admin: 404 },
  "/checkout/:orderId/refund-account": { guest: "next", client: "/dashboard", other: 404, writer: 404, admin: 404 },
  "/sandbox/pay/:attempt": all(404),
  "/admin": adminOnly,
  "/admin/orders": adminOnly,
  "/admin/search": adminOnly,
  "/admin/orders/export.csv": adminOnly,
  "/admin/orders/:orderId": adminOnly,
  "/admin/orders/:orderId/case-file.zip": adminOnly,
  "/admin/orders/:orderId/style/:number": { ...adminOnly, admin: 404 },
  "/admin/custom-orders": adminOnly,
  "/admin/chats": adminOnly,
  "/admin/chats/replies": adminOnly,
  "/admin/chats/enquiries/:enquiryId": { ...adminOnly, admin: 404 },
  "/admin/chats/:chatId": adminOnly,
  "/admin/notices": adminOnly,
  "/admin/mails": adminOnly,
  "/admin/payments": adminOnly,
  "/admin/payments/bank": adminOnly,
  "/admin/figures.csv": adminOnly,
  "/admin/payments/export.csv": adminOnly,
  "/admin/payments/payouts": adminOnly,
  "/admin/payments/rows.csv": adminOnly,
  "/admin/payments/payouts/:runId": { ...adminOnly, admin: 404 },
  "/admin/payments/payouts/:runId/bank.csv": { ...adminOnly, admin: 404 },
  "/admin/pricing": adminOnly,
  "/admin/pricing/publish": adminOnly,
  "/admin/pricing/history": adminOnly,
  "/admin/pricing/trial": adminOnly,
  "/admin/codes": adminOnly,
  "/admin/codes/new": adminOnly,
  "/admin/codes/:codeId": { ...adminOnly, admin: 404 },
  "/admin/writers": adminOnly,
  "/admin/writers/:personId": { ...adminOnly, admin: 404 },
  "/admin/writers/applications/:applicationId": { ...adminOnly, admin: 404 },
  "/admin/people": adminOnly,
  "/admin/people/export.csv": adminOnly,
  "/admin/people/:personId": adminOnly,
  "/admin/sealed/:personId": { ...adminOnly, admin: 404 },
  "/admin/settings": adminOnly,
  "/admin/settings/read": adminOnly,
  "/admin/site": adminOnly,
  "/admin/site/menu": adminOnly,
  "/admin/site/emails": adminOnly,
  "/admin/site/emails/:mail": adminOnly,
  "/admin/site/services": adminOnly,
  "/admin/site/services/:service": adminOnly,
  "/admin/site/faq": adminOnly,
  "/admin/site/pages": adminOnly,
  "/admin/site/pages/:page": adminOnly,
  "/admin/site/pages/:page/versions": adminOnly,
  "/admin/api": adminOnly,
  "/admin/api/calculator": adminOnly,
  "/admin/api/webhooks": adminOnly,
  "/admin/api/webhooks/:endpointId": { ...adminOnly, admin: 404 },
  "/admin/honest-use": adminOnly,
  "/setup": adminOnly,
  "/setup/texts": adminOnly,
  "/setup/mail": adminOnly,
  "/setup/payments": adminOnly,
  "/admin/system": adminOnly,
  "/admin/system/data": adminOnly,
  "/admin/audit": adminOnly,
  "/admin/audit.csv": adminOnly,
  "/admin/*": { ...adminOnly, admin: 404 },
  "/*": all("/"),
};

let product: Product;
const cookies = new Map<Visitor, string>();
let orderId = "";
let personId = "";
let services: Record<string, string> = {};

test.beforeAll(async ({ demo }) => {
  product = demo.product;
  for (const [who, cookie] of demo.cookies) cookies.set(who, cookie);
  cookies.set("other", await signUp());
  const home = await (await visit("/sitemap.xml", "guest")).text();
  services = Object.fromEntries(
    ["coursework", "quizzes-tests"].map((family) => [
      `/${family}/:serviceType`,
      new RegExp(`/${family}/[a-z-]+`).exec(home)?.[0] ?? "",
    ]),
  );
  orderId = await placeOrder();
  const people = await (await visit("/admin/people?search=client@demo.test", "admin")).text();
  personId = /\/admin\/people\/([0-9a-f-]{36})/.exec(people)?.[1] ?? "";
});

const visit = (path: string, who: Visitor, more: RequestInit = {}) =>
  fetch(product.url + path, {
    redirect: "manual",
    ...more,
    headers: { ...(cookies.has(who) && { cookie: cookies.get(who) ?? "" }), ...more.headers },
  });

async function signUp(): Promise<string> {
  const answer = await fetch(`${product.url}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: product.url },
    body: JSON.stringify({
      name: "Other Client",
      email: "other@demo.test",
      password: "seven grey herons fly",
      terms: "on",
    }),
  });
  expect(answer.status).toBe(200);
  return answer.headers
    .getSetCookie()
    .map((c) => c.split(";")[0])
    .join("; ");
}

/** Places an order through the form, as a browser without JavaScript does. */
async function placeOrder(): Promise<string> {
  const page = await (
    await visit("/order?service=non-technical&subject=History&pages=2&citedSources=0", "client")
  ).text();
  const hidden = [...page.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map((m) => [
    /name="([^"]*)"/.exec(m[0])?.[1] ?? "",
    /value="([^"]*)"/.exec(m[0])?.[1] ?? "",
  ]);
  const form = new URLSearchParams([
    ...hidden.filter(([name]) => name),
    ["orderType", "writing"],
    ["subject", "History"],
    ["pages", "2"],
    ["citedSources", "0"],
    ["spacing", "double"],
    ["title", "The causes of the 1848 revolutions"],
    ["instructions", "Compare two cities of your choice."],
    ["hours", "168"],
    ["deadlineZone", "UTC"],
    ["country", "DE"],
    ["fairUse", "on"],
    ["age", "on"],
  ] as [string, string][]);
  const answer = await visit("/order", "client", { method: "POST", body: form, headers: { origin: product.url } });
  const to = answer.headers.get("location") ?? "";
  expect(
    to,
    `placing answered ${answer.status}: ${(await answer.text()).match(/class="[^"]*err[^"]*"[^>]*>[^<]{0,200}/g)?.join(" | ")}`,
  ).toMatch(/^\/checkout\/[0-9a-f-]{36}$/);
  return to.replace("/checkout/", "");
}

const fill = (pattern: string): string =>
  (serviceOf[pattern] ?? services[pattern] ?? pattern)
    .replace(":orderId", orderId)
    .replace(":page/versions", "terms/versions")
    .replace(":page", "about")
    .replace("/site/services/:service", "/site/services/essays")
    .replace("/site/emails/:mail", "/site/emails/order.delivered")
    .replace(":slug", "no-such-page")
    .replace("/terms/:version", `/terms/${shownVersions.termsVersion}`)
    .replace("/privacy-policy/:version", `/privacy-policy/${shownVersions.privacyVersion}`)
    .replace(":personId", personId)
    .replace(":chatId", personId)
    .replace(":checkId", personId)
    .replace(":number", "1")
    .replace(":attempt", "no-such-attempt")
    .replace("*", "no/such/page");

async function meets(path: string, who: Visitor): Promise<Meets | string> {
  const answer = await visit(path, who);
  await answer.body?.cancel();
  const to = answer.headers.get("location");
  if (answer.status === 200 || answer.status === 404 || answer.status === 308) return answer.status;
  if (to?.startsWith("/login?next=")) return decodeURIComponent(to.slice("/login?next=".length)) === path ? "next" : to;
  return to?.split("?")[0]?.replace(/^(\/dashboard)\/orders\/.*|^(\/checkout)\/.*/, "$1$2") ?? `${answer.status}`;
}

/** Where everybody meets the same, a short run asks as a guest, and as a part of the others. */
const drawn = drawer(8);
const visitorsOf = (expected: Expected): Visitor[] =>
  visitors.filter((who) => who === "guest" || new Set(Object.values(expected)).size > 1 || drawn());

describe("every address for every visitor", () => {
  test("each address of the route table has a row here, and each row an address", async () => {
    const paths = (await addresses()).map((row) => row.path);
    expect(Object.keys(table).filter((path) => !paths.includes(path))).toEqual([]);
    expect(paths.filter((path) => !(path in table))).toEqual([]);
  });

  test.each(Object.keys(table))("%s", async (pattern) => {
    const path = fill(pattern);
    const expected = table[pattern] ?? all(404);
    for (const who of visitorsOf(expected)) expect([who, await meets(path, who)]).toEqual([who, expected[who]]);
  });

  // A browser that follows a link asks for the data alone.
  test.each(Object.keys(table).filter((pattern) => table[pattern]?.guest === 200 && !/\.|^\/(api|_)/.test(pattern)))(
    "%s: its data is answered as the page is",
    async (pattern) => {
      const path = fill(pattern);
      const answer = await visit(path === "/" ? "/_.data" : `${path}.data`, "client");
      expect([200, 202]).toContain(answer.status);
      await answer.body?.cancel();
    },
  );
});

describe("what is not yours does not exist", () => {
  test.each(["/dashboard/orders/", "/checkout/"])("%s: a foreign id answers like one that never was", async (area) => {
    const strange = "01a00000-0000-7000-8000-000000000000";
    const plain = async (id: string) => {
      const answer = await visit(area + id, "other");
      return { status: answer.status, text: (await answer.text()).replaceAll(id, "ID").replace(/nonce="[^"]*"/g, "") };
    };
    expect(await plain(orderId)).toEqual(await plain(strange));
  });

  test("posting to another's order changes nothing", async () => {
    const post = (who: Visitor, path: string) =>
      visit(path, who, {
        method: "POST",
        body: new URLSearchParams({ action: "cancel", intent: "cancel", reason: "mine now" }),
        headers: { origin: product.url },
      });
    for (const path of [`/dashboard/orders/${orderId}`, `/checkout/${orderId}`]) {
      expect((await post("other", path)).status, path).toBe(404);
      expect([302, 401]).toContain((await post("guest", path)).status);
    }
    for (const who of ["client", "other", "writer"] as const)
      expect((await post(who, `/admin/orders/${orderId}`)).headers.get("location"), who).toBe("/");
    expect((await visit(`/checkout/${orderId}`, "client")).status).toBe(200);
  });

  test("nobody but an admin does anything to an account", async () => {
    const page = `/admin/people/${personId}`;
    const steps = ["role", "block", "unblock", "reset", "end-all", "drop-factors", "keep-factors"];
    for (const who of ["client", "other", "writer"] as const)
      for (const step of steps) {
        const body = new URLSearchParams({
          step,
          seenVersion: "1:",
          [`${step}.reason`]: "I want to.",
          "role.role": "3",
          "role.may-people": "on",
        });
        const answer = await visit(page, who, { method: "POST", body, headers: { origin: product.url } });
        expect([step, answer.headers.get("location")], who).toEqual([step, "/"]);
      }
    const strange = "01a00000-0000-7000-8000-000000000000";
    for (const id of [strange, "no-id", "%00"])
      expect((await visit(`/admin/people/${id}`, "admin")).status, id).toBe(404);
    expect(await (await visit(page, "admin")).text()).toContain("Places orders and sees only own orders.");
  });

  test("nobody but an admin reads or answers a chat, and the admins finds no chat that never was", async () => {
    const page = `/admin/chats/${personId}`;
    for (const who of ["client", "other", "writer"] as const)
      for (const step of ["send", "note", "assign", "close", "reopen", "transcript"]) {
        const body = new URLSearchParams({ step, id: newId(), message: "Mine now", note: "Mine now" });
        const answer = await visit(page, who, { method: "POST", body, headers: { origin: product.url } });
        expect([step, answer.headers.get("location")], who).toEqual([step, "/"]);
      }
    const strange = "01a00000-0000-7000-8000-000000000000";
    for (const id of [strange, "no-id", "%00", `enquiries/${strange}`, "enquiries/no-id"])
      expect((await visit(`/admin/chats/${id}`, "admin")).status, id).toBe(404);
    const text = await (await visit(page, "admin")).text();
    expect(text).toContain("All messages here are marked as from Support.");
    expect(text).not.toContain("Mine now");
  });

  test("a form from another site, or without a word where it comes from, is refused", async () => {
    for (const headers of [{ origin: "https://evil.example" }, { origin: "null" }, {}] as Record<string, string>[])
      expect((await visit("/order", "client", { method: "POST", body: new URLSearchParams({}), headers })).status).toBe(
        403,
      );
  });
});

describe("addresses that are not pages", () => {
  test.each(["/api/none", "/files/none", "/assets/none.js"])("%s answers 404", async (path) => {
    expect((await visit(path, "guest")).status).toBe(404);
  });

  test("an unknown provider's webhook answers 404, and webhooks are posted", async () => {
    expect((await visit("/webhooks/none", "guest", { method: "POST", body: "{}" })).status).toBe(404);
    expect((await visit("/webhooks/sandbox", "guest")).status).toBe(405);
  });

  test.each(["/ABOUT", "/about/", "/Non-Technical-Writing/Research-Papers/"])(
    "%s is found whatever its case and last slash",
    async (path) => {
      expect((await visit(path, "guest")).status).toBe(200);
    },
  );

  test("an unknown page goes home and drops its query", async () => {
    const answer = await visit("/no/such?page=1", "guest");
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/"]);
  });

  test("pages to read are kept for guests, and for nobody who is signed in", async () => {
    for (const path of ["/faq", "/terms", "/api/docs", "/aichecker/how"]) {
      const [kept, own] = [await visit(path, "guest"), await visit(path, "client")];
      const cacheControls = [kept, own].map(({ headers }) => headers.get("cache-control"));
      expect([path, ...cacheControls]).toEqual([path, "public, max-age=0, s-maxage=300, must-revalidate", "no-store"]);
      const again = await visit(path, "guest", { headers: { "if-none-match": kept.headers.get("etag") ?? "" } });
      expect([path, again.status]).toEqual([path, 304]);
      expect(await own.text()).toContain("client@demo.test");
    }
  });

  test("no page that the sitemap names is closed to search engines", async () => {
    const rules = [...(await (await visit("/robots.txt", "guest")).text()).matchAll(/^(Allow|Disallow): (.+)$/gm)];
    // RFC 9309: the longest rule that matches counts.
    const ruleFor = (path: string) =>
      rules
        .filter(([, , start = ""]) => path.startsWith(start))
        .sort(([, , a = ""], [, , b = ""]) => b.length - a.length)[0];
    const listed = [...(await (await visit("/sitemap.xml", "guest")).text()).matchAll(/<loc>([^<]+)</g)];
    const paths = listed.map(([, address = ""]) => new URL(address).pathname);
    expect(paths).toContain("/aichecker/how");
    expect(paths.filter((path) => ruleFor(path)?.[1] === "Disallow")).toEqual([]);
    expect(ruleFor("/aichecker/kept")?.[1]).toBe("Disallow");
  });

  test("nothing of the checkout or the data folder is served, however it is asked for", async () => {
    const files = ["/.git/config", "/.env", "/package.json", "/package-lock.json", "/src/main.ts", "/build/start.js"];
    const kept = ["/secret", "/data/secret", "/database/PG_VERSION", "/files/", "/assets/", "/server/index.js.map"];
    const outside = ["/assets/../../package.json", "/assets/%2e%2e/%2e%2e/package.json", "/assets/..%2f..%2fsecret"];
    for (const path of [...files, ...kept, ...outside]) {
      const answer = await visit(path, "client");
      expect([404, 302], path).toContain(answer.status);
      if (answer.status === 302) expect(answer.headers.get("location"), path).toBe("/");
      expect(await answer.text(), path).not.toMatch(/"dependencies"|repositoryformatversion|Index of/);
    }
  });

  test("whoever is signed in can sign out on every page", async () => {
    const pages = ["/", "/faq", "/order", "/dashboard", "/accountSettings", `/dashboard/orders/${orderId}`];
    const all = [
      ...pages.map((path) => [path, "client"] as const),
      ...["/admin", "/admin/people"].map((path) => [path, "admin"] as const),
    ];
    for (const [path, who] of all)
      expect(await (await visit(path, who)).text(), path).toMatch(/<form[^>]*action="\/signout"/);
  });

  test("every answer carries the header set", async () => {
    for (const path of ["/", "/dashboard", "/api/none", "/no/such", "/healthz", "/favicon.svg"]) {
      const { headers } = await visit(path, "client");
      for (const name of [
        "content-security-policy",
        "x-content-type-options",
        "referrer-policy",
        "cross-origin-opener-policy",
        "permissions-policy",
        "x-frame-options",
      ])
        expect(headers.get(name), `${path} ${name}`).toBeTruthy();
      expect(headers.get("content-security-policy"), path).toContain("frame-ancestors 'none'");
      for (const name of ["x-powered-by", "server", "access-control-allow-origin"])
        expect(headers.get(name), path).toBeNull();
      const type = headers.get("content-type");
      if (type) expect(type, path).toMatch(/^(?:image\/svg\+xml|[a-z]+\/[a-z+]+; ?charset=utf-8)$/i);
      else expect(headers.get("location"), path).toBeTruthy();
    }
    expect((await visit("/dashboard", "client")).headers.get("cache-control")).toBe("no-store");
    expect((await visit("/", "guest")).headers.get("cache-control")).toContain("public");
    expect((await visit("/", "client")).headers.get("cache-control")).toBe("no-store");
    // The back button may bring them: they have nothing in them that is anybody's.
    for (const path of ["/login", "/register"])
      expect((await visit(path, "guest")).headers.get("cache-control"), path).toBe("private, no-cache");
  });
});
