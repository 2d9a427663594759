import { expect, test } from "vitest";
import { visitorPage } from "./visitor-page.ts";

const built = { entry: "/assets/entry.js", pages: { home: ["/assets/entry.js", "/assets/home.js"] } };
const none = { styles: "", fonts: "" };
const location = { pathname: "/", search: "", hash: "", state: null, key: "default" } as never;
const rendered = (id: string, more: object = {}) =>
  ({
    matches: [
      { route: { id: "root" }, params: {} },
      { route: { id }, params: { slug: "essays" } },
    ],
    loaderData: { root: { demo: true }, [id]: { total: 1 } },
    actionData: null,
    errors: null,
    location,
    ...more,
  }) as never;

test("a public page is delivered with its own scripts and the data that it was drawn from", () => {
  expect(visitorPage(built, { styles: "a{}", fonts: "@font-face{}" }, rendered("home"))).toEqual({
    entry: "/assets/entry.js",
    files: ["/assets/entry.js", "/assets/home.js"],
    styles: "a{}",
    fonts: "@font-face{}",
    atRest: false,
    counted: false,
    matches: [
      { id: "root", data: { demo: true } },
      { id: "home", data: { total: 1 } },
    ],
    location,
    params: { slug: "essays" },
    actionData: null,
  });
});

test("a screen says that it is waited for", () => {
  const waited = { route: { id: "home", handle: { scriptsAtRest: true } }, params: {} };
  expect(visitorPage(built, none, rendered("home", { matches: [waited] }))?.atRest).toBe(true);
});

test("a frame says that visits of its pages are counted", () => {
  const frame = { route: { id: "frame", handle: { countsVisits: true } }, params: {} };
  const home = { route: { id: "home" }, params: {} };
  expect(visitorPage(built, none, rendered("home", { matches: [frame, home] }))?.counted).toBe(true);
});

test("the answer of a form comes with the page", () => {
  const page = visitorPage(built, none, rendered("home", { actionData: { home: { message: "no" } } }));
  expect(page?.actionData).toEqual({ message: "no" });
});

test.each([
  ["in development", null, rendered("home")],
  ["a page of the application", built, rendered("order")],
  ["a page that failed", built, rendered("home", { errors: { home: new Error("away") } })],
])("%s takes the whole application", (_name, scripts, page) => {
  expect(visitorPage(scripts, none, page)).toBeNull();
});
