import type { ServerBuild } from "react-router";
import { expect, test } from "vitest";
import { openPagePatterns } from "./page-handlers.ts";

const route = (id: string, parentId?: string, path?: string, index?: true) => ({ id, parentId, path, index });
const table = [
  route("root", undefined, ""),
  route("site", "root"),
  route("home", "site", undefined, true),
  route("faq", "site", "faq"),
  route("settings", "root", "accountSettings"),
  route("email", "settings", "email"),
  route("profile", "settings", undefined, true),
  route("list", "root", "dashboard"),
  route("order", "root", "dashboard/orders/:orderId"),
  route("new", "root", "dashboard/orders/new"),
  route("talk", "root", "dashboard/:what/:id/talk"),
  route("rest", "root", "*"),
];
const routes = Object.fromEntries(table.map((each) => [each.id, each])) as unknown as ServerBuild["routes"];
const patternOf = openPagePatterns(routes);

test.each([
  ["/", "/"],
  ["/_root.data", "/"],
  ["/faq", "/faq"],
  ["/FAQ/", "/faq"],
  ["/faq.data", "/faq"],
  ["/accountsettings", "/accountSettings"],
  ["/accountSettings/email", "/accountSettings/email"],
  ["/dashboard/orders/PW-1001", "/dashboard/orders/:orderId"],
  ["/dashboard/orders/new", "/dashboard/orders/new"],
  ["/dashboard/orders/new/talk", "/dashboard/:what/:id/talk"],
  ["/dashboard/orders", null],
  ["/jane.doe@example.org", null],
  [`/dashboard${"/x".repeat(4_000)}`, null],
])("%s belongs to %s", (path, pattern) => expect(patternOf(path)).toBe(pattern));
