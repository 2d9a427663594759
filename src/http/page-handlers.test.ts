import type { ServerBuild } from "react-router";
import { expect, test } from "vitest";
import { routesByFirstSegment } from "./page-handlers.ts";

const route = (id: string, parentId?: string, path?: string, index?: true) => ({ id, parentId, path, index });
const table = [
  route("root", undefined, ""),
  route("site", "root"),
  route("home", "site", undefined, true),
  route("faq", "site", "faq"),
  route("client", "root"),
  route("settings", "client", "accountSettings"),
  route("email", "settings", "email"),
  route("profile", "settings", undefined, true),
  route("work", "client", "dashboard/orders/:orderId"),
  route("list", "client", "dashboard"),
  route("rest", "root", "*"),
];
const routes = Object.fromEntries(table.map((each) => [each.id, each])) as unknown as ServerBuild["routes"];
const always = ["root", "site", "home", "rest"];

test.each([
  ["", always],
  ["faq", [...always, "faq"]],
  ["accountsettings", [...always, "client", "settings", "email", "profile"]],
  ["dashboard", [...always, "client", "work", "list"]],
])("an address that begins with %o knows its own routes, their layouts, '/' and those of any word", (segment, ids) => {
  expect(new Set(routesByFirstSegment(routes).get(segment))).toEqual(new Set(ids));
});

test("a word that no route begins with has no list of its own", () => {
  expect([...routesByFirstSegment(routes).keys()].sort()).toEqual(["", "accountsettings", "dashboard", "faq"]);
});
