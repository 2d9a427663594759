import { describe, expect, test } from "vitest";
import { isMailAddress } from "#src/shared/mail-address.ts";
import { isOwnPath } from "#src/shared/next.ts";
import type { NewMail } from "./content.ts";
import { mailFault, oneLine } from "./content.ts";

const good: NewMail = {
  kind: "orders.delivered",
  to: "ann@example.org",
  subject: "Your work is ready",
  content: {
    title: "Your work is ready",
    paragraphs: ["Read it on the order page."],
    button: { label: "Read it", path: "/dashboard/orders/1?x=1#top" },
  },
};

describe("one plain recipient", () => {
  test.each(["ann@example.org", "o'neil+essays@mail.example.co.uk", "a@b", "x.y-z_1@sub-domain.example"])(
    "%s is taken",
    (address) => {
      expect(isMailAddress(address)).toBe(true);
    },
  );

  test.each([
    "",
    "ann",
    "ann@example.org, bob@example.org",
    "ann@example.org;bob@example.org",
    "ann@example.org\r\nBcc: bob@example.org",
    "ann@example.org\u0000",
    "ann@example.org ",
    "Ann <ann@example.org>",
    '"ann,bob"@example.org',
    "group:ann@example.org",
    "ann@@example.org",
    ".ann@example.org",
    "ann@-example.org",
    "ann@example..org",
    "ann@[127.0.0.1]",
    `${"a".repeat(65)}@example.org`,
    `ann@${"a".repeat(60)}.${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.${"e".repeat(20)}`,
    "a".repeat(10_000),
  ])("%j is not", (address) => {
    expect(isMailAddress(address)).toBe(false);
    expect(mailFault({ ...good, to: address })).toBe("the recipient is not one plain address");
  });
});

describe("header fields", () => {
  test("an ordinary mail has no fault", () => expect(mailFault(good)).toBeNull());

  test.each([
    "Hello\r\nBcc: bob@example.org",
    "Hello\nX: y",
    "Hello\rX",
    "Hello\u0000",
    "Hello\u2028Bcc: x",
    "",
    "   ",
    "x".repeat(201),
  ])("the subject %j is refused", (subject) => expect(mailFault({ ...good, subject })).toMatch(/^the subject/));

  test("kind and once key have a shape", () => {
    expect(mailFault({ ...good, kind: "two words" })).toBe("the kind is not a name");
    expect(mailFault({ ...good, onceKey: "" })).toMatch(/once key/);
  });

  test("texts are bounded and hold no NUL", () => {
    expect(mailFault({ ...good, content: { title: "x", paragraphs: ["y".repeat(5001)] } })).toBe(
      "the content is too long",
    );
    expect(mailFault({ ...good, content: { title: "x", paragraphs: Array(200).fill("y") } })).toBe(
      "the content is too long",
    );
    expect(mailFault({ ...good, content: { title: "x", paragraphs: [], lines: [["a", "b", "c\u0000"]] } })).toMatch(
      /NUL/,
    );
  });
});

describe("links", () => {
  test.each(["/", "/dashboard/orders/1", "/passreset?token=a-b_c", "/a//b"])("%s is an own path", (path) =>
    expect(isOwnPath(path)).toBe(true),
  );

  test.each([
    "",
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "/a b",
    "/a\tb",
    "/a\\b",
    "/ä",
    `/${"a".repeat(2000)}`,
  ])("%j is not", (path) => {
    expect(isOwnPath(path)).toBe(false);
    expect(mailFault({ ...good, content: { ...good.content, button: { label: "Go", path } } })).toMatch(/own path/);
  });
});

test("oneLine makes any text fit for a subject", () => {
  expect(oneLine(" My\r\nBcc:  bob@example.org\u0000 essay ")).toBe("My Bcc: bob@example.org essay");
  expect(oneLine("a\u202egnp.exe")).toBe("a gnp.exe");
  expect(oneLine("x".repeat(200), 10)).toBe("xxxxxxxxx…");
  expect(oneLine("😀".repeat(12), 10)).toBe(`${"😀".repeat(9)}…`);
});
