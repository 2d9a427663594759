import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { beginningOf } from "../panel/rows.ts";
import { MessageText } from "./message-row.tsx";

const allowed =
  /<div class="words" dir="auto">|<\/?span>|<\/(?:div|a|button)>|<a class="\[unicode-bidi:isolate\]" href="https?:\/\/[^"]*" target="_blank" rel="noopener noreferrer nofollow">|<button type="button" class="link">/g;
const decoded = (html: string) =>
  html
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");

const nasty = fc.constantFrom(
  "<script>alert(1)</script>",
  '<img src=x onerror="alert(1)">',
  "</div><style>*{display:none}</style>",
  "javascript:alert(1)",
  "https://example.com/?q=<b>&x='\"",
  "&lt;b&gt;",
  "\u202etxt.exe\u202c",
  "\u2067אבג\u2069",
  "👩‍👩‍👧‍👦🏳️‍🌈",
  "Z̸̛͉͈a̴̮͝l̵̰̕g̶̗̈́o",
  "\n",
  "{{constructor}}",
);

test("whatever is written stays text, letter for letter", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(nasty, fc.string()), { maxLength: 30, size: "max" }), (parts) => {
      const text = parts.join(" ").replaceAll("\0", "").replaceAll("\r", "");
      const html = renderToStaticMarkup(<MessageText text={text} />);
      const bare = html.replace(allowed, "");
      expect(bare).not.toMatch(/[<>]/);
      const beginning = beginningOf(text);
      expect(decoded(bare)).toBe(beginning === null ? text : `${beginning}… Show all`);
    }),
    { numRuns: 1_000 },
  );
});

test("ten thousand lines are a beginning and a button", () => {
  const html = renderToStaticMarkup(<MessageText text={"line\n".repeat(10_000)} />);
  expect(html.length).toBeLessThan(400);
  expect(html).toContain("Show all");
});
