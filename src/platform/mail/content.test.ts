import { expect, test } from "vitest";
import { withoutLink } from "./content.ts";

const kept = (path: string) => withoutLink({ title: "", paragraphs: [], button: { label: "Go", path } })?.button?.path;

test.each([
  "/dashboard",
  "/dashboard/orders/01a00000-0000-7000-8000-000000000000",
  "/dashboard/orders/01a00000-0000-7000-8000-000000000000?with=thread#conversation",
  "/checkout/01a00000-0000-7000-8000-000000000000/refund-account",
])("a page that asks who it is stays: %s", (path) => {
  expect(kept(path)).toBe(path);
});

test.each([
  "/register?token=abc",
  "/start?token=abc",
  "/email-change?token=abc",
  "/dashboard?token=abc",
  "/dashboard/orders/1?with=thread&token=abc",
  "/checkout/..%2fstart?token=abc",
  "/dashboards?token=abc",
  "/login",
])("what could sign somebody in is wiped: %s", (path) => {
  expect(kept(path)).toBe("/");
});
