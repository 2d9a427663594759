import { expect, test } from "vitest";
import { readReportLink, reportBounds } from "./originality-report.ts";

test.each([
  ["https://example.org/report?id=7", "https://example.org/report?id=7"],
  ["  https://Example.org ", "https://example.org/"],
  ["https://b\u00fccher.example/r", "https://xn--bcher-kva.example/r"],
  ["https://ex\u0430mple.org/", "https://xn--exmple-4nf.org/"],
])("the link %s is kept as %s", (typed, link) => {
  expect(readReportLink(typed)).toEqual({ ok: true, link });
});

test.each([
  ["http://example.org/", /https/],
  ["javascript:alert(1)", /https/],
  ["data:text/html,x", /https/],
  ["example.org/report", /https/],
  ["", /https/],
  ["https://example.org@evil.example/", /user name/],
  ["https://:word@evil.example/", /password/],
  ["https://localhost/x", /site/],
  ["https://127.0.0.1/x", /site/],
  ["https://2130706433/x", /site/],
  ["https://[::1]/x", /site/],
  [`https://example.org/${"a".repeat(reportBounds.link)}`, /characters/],
  [`https://example.org/${"\u00fc".repeat(100)}`, /characters/],
])("the link %s is refused", (typed, message) => {
  const read = readReportLink(typed);
  expect(read.ok ? "kept" : read.message).toMatch(message);
});
