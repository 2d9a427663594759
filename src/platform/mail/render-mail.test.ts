import { describe, expect, test } from "vitest";
import type { MailContent } from "./content.ts";
import { renderMail } from "./render-mail.ts";

const frame = { baseUrl: new URL("https://shop.example"), siteName: "Pen & Paper", pen: "#00776A" };

const receipt: MailContent = {
  title: "We have your payment",
  paragraphs: [
    "Your order is paid. We are choosing a writer now, and you get an e-mail when somebody has it.",
    "Nothing else is needed.",
  ],
  facts: [
    ["Order", "K7M2QXR"],
    ["Deadline", "Sun 15 March, 18:00"],
  ],
  lines: [
    ["Writing, 5 pages", "$75.00", "Psychology: $15.00 a page, 5 × $15.00"],
    ["Sources, 6", "$9.00"],
  ],
  total: ["Total paid", "$1,126.00"],
  button: { label: "See your order", path: "/dashboard/orders/1?a=1&b=2" },
  after: ["Small print."],
};

describe("the text part", () => {
  const { text } = renderMail(receipt, frame);

  test("reads from title to name", () => {
    expect(text).toBe(`We have your payment

Your order is paid. We are choosing a writer now, and you get an
e-mail when somebody has it.

Nothing else is needed.

Order:     K7M2QXR
Deadline:  Sun 15 March, 18:00

Writing, 5 pages ........................................ $75.00
  Psychology: $15.00 a page, 5 × $15.00
Sources, 6 ............................................... $9.00
----------------------------------------------------------------
Total paid ........................................... $1,126.00
================================================================

See your order:
https://shop.example/dashboard/orders/1?a=1&b=2

Small print.

--
Pen & Paper
https://shop.example
`);
  });

  test("amounts end in one column, also after long labels", () => {
    const lines: MailContent["lines"] = [
      ["A label that is so long that it needs two rows of its own in a plain text mail", "$1.00"],
      ["x".repeat(61), "$22.00"],
      ["Short", "−$3,333.00"],
    ];
    const rows = renderMail({ title: "t", paragraphs: [], lines }, frame)
      .text.split("\n")
      .filter((row) => row.includes("$"));
    expect(rows.map((row) => [...row].length)).toEqual([64, 64, 64]);
  });

  test("an address longer than a row stays whole", () => {
    const path = `/passreset?token=${"a".repeat(120)}`;
    expect(renderMail({ title: "t", paragraphs: [], button: { label: "Go", path } }, frame).text).toContain(
      `\nhttps://shop.example${path}\n`,
    );
  });
});

describe("the HTML part", () => {
  const { html } = renderMail(receipt, frame);

  test("has every text, amount and the link, escaped", () => {
    for (const part of [
      "We have your payment",
      "K7M2QXR",
      "Writing, 5 pages",
      "5 × $15.00",
      "$1,126.00",
      "Pen &amp; Paper",
      "Small print.",
    ])
      expect(html).toContain(part);
    expect(html).toContain('href="https://shop.example/dashboard/orders/1?a=1&amp;b=2"');
  });

  test("its button and link have the shop's main colour", () => {
    expect(html.match(/(?:background|color):#00776A/g)).toEqual(["background:#00776A", "color:#00776A"]);
  });

  test("the icon of a shop that has one is carried by the mail, no address is asked for it", () => {
    const branded = renderMail(receipt, { ...frame, icon: new Uint8Array([1]) }).html;
    expect(branded.match(/<img[^>]*>/g)).toEqual([expect.stringContaining('src="cid:icon@shop"')]);
    expect(branded.match(/<img[^>]*>/)?.[0]).toContain('alt=""');
  });

  test("loads nothing, runs nothing, needs no style sheet", () => {
    expect(html).not.toMatch(/<(script|style|link|img|iframe)|\bsrc=|url\(|@import| on\w+=/i);
  });

  const hostile = `<script>alert(1)</script><img src=x onerror="a('b')">&amp;`;
  test("people's text stays text wherever it stands", () => {
    const everywhere: MailContent = {
      title: hostile,
      paragraphs: [hostile],
      facts: [[hostile, hostile]],
      lines: [[hostile, hostile, hostile]],
      total: [hostile, hostile],
      button: { label: hostile, path: `/x?q="><script>` },
      after: [hostile],
    };
    const rendered = renderMail(everywhere, { ...frame, siteName: hostile }).html;
    expect(rendered).not.toMatch(/<script|<img/i);
    expect(rendered.match(/&lt;script&gt;/g)).toHaveLength(14);
    expect(rendered).toContain("&amp;amp;");
  });

  test("a path that is not ours makes no link", () => {
    const { html: without, text } = renderMail(
      { title: "t", paragraphs: [], button: { label: "Go", path: "//evil.example" } },
      frame,
    );
    expect(without + text).not.toContain("evil.example");
  });
});
