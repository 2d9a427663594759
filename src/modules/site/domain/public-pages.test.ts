import { describe, expect, test } from "vitest";
import { addressOf, catalogue } from "#src/modules/catalogue/index.ts";
import { shippedLinks } from "#src/modules/operator/index.ts";
import routes from "#src/routes.ts";
import { footerContact, footerLegal, footerServices, footerSocial, paymentNames } from "./footer.ts";
import { isPublicPage, listedPages, publicPages } from "./public-pages.ts";

type Entry = { path?: string | undefined; index?: boolean | undefined; file: string; children?: Entry[] | undefined };
type RouteAt = { path: string; layout: string; file: string };

const flat = (entries: readonly Entry[], layout: string, base: string): RouteAt[] =>
  entries.flatMap(({ path, file, children }) => {
    const own = path === undefined ? base : `${base}/${path}`;
    return children ? flat(children, file, own) : [{ path: own || "/", layout, file }];
  });
const routesAt = flat(routes as readonly Entry[], "", "");

const expanded = ({ path }: RouteAt): string[] =>
  path.endsWith("/:serviceType")
    ? catalogue
        .filter(({ family }) => family === path.split("/")[1])
        .map(({ slug }) => path.replace(":serviceType", slug))
    : [path];

/** The mails of demo mode, versions of texts, and pages of the operator's own stand in the same frame and are read anew by everybody. */
const isPublic = ({ layout, file, path }: RouteAt): boolean =>
  layout.endsWith("public-layout.tsx") && !file.endsWith("/mailbox.tsx") && !/\/:(?:version|slug)$/.test(path);

describe("public pages", () => {
  test("are exactly the pages of the public layout, whichever module has them", () => {
    expect(routesAt.filter(isPublic).flatMap(expanded).sort()).toEqual([...publicPages].sort());
  });

  test("search engines get all of them, and the pages that answer each visitor on their own", () => {
    const listed = listedPages(catalogue.map(addressOf));
    expect(publicPages.filter((path) => !listed.includes(path))).toEqual([]);
    expect(listed.filter((path) => !publicPages.includes(path))).toEqual(["/hiring"]);
  });

  test("search engines get no page of a family of which nothing is offered", () => {
    const offered = catalogue.filter(({ family }) => family !== "technical-writing").map(addressOf);
    expect(listedPages(offered).filter((path) => path.startsWith("/technical-writing"))).toEqual([]);
    expect(listedPages(offered)).toContain("/non-technical-writing");
  });

  test("everything else is rendered for each request", () => {
    for (const { path } of routesAt.filter((route) => !isPublic(route)))
      expect(isPublicPage(path.toLowerCase()), path).toBe(false);
    expect(isPublicPage("/coursework/nothing-like-this")).toBe(false);
    expect(isPublicPage("/constructor")).toBe(false);
  });
});

const shop = {
  email: "help@example.com",
  phone: "+1 555 010 0142",
  whatsapp: "15550100142",
  social: { facebook: "", instagram: "https://example.com/us", linkedin: "", x: "" },
  methods: { card: true, paypal: true, transfer: true },
};

describe("the footer", () => {
  const paths = new Set(routesAt.map(({ path }) => path));
  const outside = /^(mailto:|tel:|https:)/;

  test("has no link that leads nowhere", () => {
    const links = [...footerServices, ...shippedLinks.quick, ...footerLegal, ...footerContact(shop)];
    const dead = links.filter(({ to }) => !outside.test(to) && !isPublicPage(to) && !paths.has(to));
    expect(dead).toEqual([]);
  });

  test("shows social links, phone and WhatsApp only when they are set", () => {
    expect(footerSocial(shop)).toEqual([{ to: "https://example.com/us", label: "Instagram" }]);
    expect(footerContact(shop).map(({ to }) => to)).toEqual([
      "mailto:help@example.com",
      "tel:+15550100142",
      "https://wa.me/15550100142",
      "/contact",
    ]);
    expect(footerContact({ ...shop, email: "", phone: "", whatsapp: "" }).map(({ to }) => to)).toEqual(["/contact"]);
  });

  test("lists the three ways to pay, except those switched off", () => {
    expect(paymentNames(shop)).toEqual(["Credit Card", "PayPal", "Bank Transfer"]);
    expect(paymentNames({ ...shop, methods: { card: true, paypal: false, transfer: true } })).toEqual([
      "Credit Card",
      "Bank Transfer",
    ]);
  });
});
