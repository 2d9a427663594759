import { describe, expect, test } from "vitest";
import { mailFault } from "#src/platform/mail/content.ts";
import { renderMail } from "#src/platform/mail/render-mail.ts";
import { assignedMail, deliveredMail, offeredMail } from "./assigned-delivered.ts";
import { cancelledMail, refundedMail, withdrawnMail } from "./cancelled-refunded.ts";
import { changeEndMail, changeLeftMail } from "./more-payments.ts";
import { paidMail } from "./paid.ts";
import * as steps from "./steps.ts";
import { ratingRepliedMail } from "./steps.ts";
import { partMail, transferMail } from "./transfer.ts";
import { chatAnswersMail } from "./unread.ts";
import type { WrittenMail } from "./written-mail.ts";

const reader = { name: "Ann", zone: "Europe/Berlin" };
const order = { id: "0190-1", number: "K7M2QXR", title: "Regression in R" };
const at = new Date("2026-03-10T17:00:00Z");

const paid = {
  reader,
  order,
  lines: [
    { label: "Writing, 5 pages", detail: "Psychology: $15.00 a page, 5 × $15.00", cents: 7500 },
    { label: "Spacing", detail: "double", cents: 0 },
    { label: "Sources, 6", detail: "6 × $1.50", cents: 900 },
    { label: "Deadline", detail: "up to 3 days, × 1.5", cents: 4200 },
  ],
  totalCents: 12600,
  restCents: 0,
  paidAt: at,
  receiptNumber: "R-2026-000123",
  serviceName: "Model essays",
  method: "Card",
  deadline: at,
  test: false,
};
const short = { cents: 9_240, missingCents: 30, reference: "K7M2QXR-1", waitsUntil: at };
const cancelled = { reader, order, cause: "client" as const, refund: null };
const refunded = {
  reader,
  order,
  cents: 8820,
  refundedAt: at,
  method: "Card",
  arrival: "It arrives within 10 days.",
  creditNote: "C-2026-000004",
  test: false,
};

const simple = { ...steps, ratingRepliedMail };

const read = ({ content }: WrittenMail) =>
  renderMail(content, { baseUrl: new URL("https://shop.example"), siteName: "Shop", pen: "#263FAF" }).text;

describe("the receipt", () => {
  const text = read(paidMail(paid));

  test("shows the arithmetic of every line, and the total", () => {
    expect(text).toContain(
      "Writing, 5 pages ........................................ $75.00\n  Psychology: $15.00 a page, 5 × $15.00",
    );
    expect(text).toContain("Spacing .............................................. no change\n  double");
    expect(text).toContain("Sources, 6 ............................................. + $9.00");
    expect(text).toContain("Total paid, US dollars ................................. $126.00");
  });

  test("says when, how and for which order, with the year", () => {
    expect(text).toMatch(
      /Order: +K7M2QXR\nService: +Model essays\nReceipt: +R-2026-000123\nPaid: +Tue 10 March 2026, 18:00 \(Berlin, UTC\+1\)\nMethod: +Card\nDeadline: +Tue 10 March 2026, 18:00/,
    );
    expect(text).toContain("https://shop.example/dashboard/orders/0190-1");
  });

  test("a test order says so, a real one does not", () => {
    expect(read(paidMail({ ...paid, test: true }))).toContain("This is a test order. No money moved.");
    expect(text).not.toContain("test order");
  });

  test("a custom order has one agreed price and may have no deadline", () => {
    const custom = read(paidMail({ ...paid, lines: [], deadline: null }));
    expect(custom).toContain("$126.00");
    expect(custom).not.toContain("Deadline");
  });
});

describe("what a cancellation says about money", () => {
  test.each([
    ["nothing was paid", cancelled, "Nothing was charged."],
    [
      "all goes back",
      { ...cancelled, refund: { cents: 12600, rule: "No writer has started: all of it goes back." } },
      "We send back $126.00, the same way you paid. No writer",
    ],
    [
      "nothing goes back",
      { ...cancelled, refund: { cents: 0, rule: "The work was done." } },
      "No money goes back. The work was done.",
    ],
  ])("%s", (_case, data, text) => expect(read(cancelledMail(data)).replaceAll("\n", " ")).toContain(text));

  test.each([
    ["client", "You cancelled “Regression in R”."],
    ["admin", "Our team cancelled “Regression in R”."],
    ["unpaid", "“Regression in R” was not paid in time"],
    ["no-writer", "No writer could take “Regression in R”"],
  ] as const)("cause %s", (cause, expected) =>
    expect(read(cancelledMail({ ...cancelled, cause }))).toContain(expected),
  );
});

test("a delivery names the end of the review and what comes back for lateness", () => {
  const mail = deliveredMail({ reader, order, reviewUntil: at, creditCents: 630, restCents: 0 });
  expect(read(mail)).toContain("we send back $6.30");
  expect(read(mail)).toContain("Review until:");
  const plain = read(deliveredMail({ reader, order, reviewUntil: null, creditCents: 0, restCents: 0 }));
  expect(plain).not.toMatch(/send back|until/);
});

test("a refund names its credit note and leads to it; a payment that was one too many has none", () => {
  const text = read(refundedMail(refunded));
  expect(text).toMatch(/Credit note: +C-2026-000004\n/);
  expect(text).toContain("https://shop.example/checkout/0190-1/documents/C-2026-000004.pdf");
  const surplus = read(refundedMail({ ...refunded, creditNote: null }));
  expect(surplus).not.toContain("Credit note");
  expect(surplus).toContain("https://shop.example/dashboard/orders/0190-1");
});

test("two payments: the receipt and the delivery say what is still due, and when the work opens", () => {
  const receipt = read(paidMail({ ...paid, totalCents: 14_400, restCents: 33_600 })).replaceAll("\n", " ");
  expect(receipt).toContain("The rest, $336.00, is due when the work is delivered.");
  expect(receipt).toContain("Paid now, US dollars");
  const delivered = read(deliveredMail({ reader, order, reviewUntil: null, creditCents: 4_800, restCents: 28_800 }));
  expect(delivered.replaceAll("\n", " ")).toContain("It opens when the second payment, $288.00, is made.");
  expect(delivered).toContain("you pay $48.00 less");
  expect(delivered).toContain("https://shop.example/checkout/");
});

test("an offer names both times to the writer", () => {
  const text = read(offeredMail({ reader, order, writerDeadline: at, answerBy: at, payCents: 6_300 }));
  expect(text).toMatch(/For you: +\$63\.00\n/);
  expect(text).toMatch(/Answer by: +Tue 10 March 2026, 18:00 \(Berlin, UTC\+1\)\nYour deadline: +Tue/);
});

test("a revision names when it is due to the client and the writer's own limit", () => {
  const text = read(
    steps.revisionMail({ reader, order, deadline: new Date("2026-03-10T18:00:00Z"), writerDeadline: at }),
  );
  expect(text).toMatch(/Due to the client: +Tue 10 March 2026, 19:00 .*\nYour deadline: +Tue 10 March 2026, 18:00/);
});

test("of a transfer that came in part says how much, what is missing and until when", () => {
  const text = read(partMail({ reader, order, ...short }));
  expect(text).toContain("$92.10 of $92.40 has arrived.");
  expect(text).toMatch(/Send only the\s+rest, \$0\.30, with the same reference\./);
  expect(text).toMatch(/We wait until: +Tue 10 March 2026, 18:00 \(Berlin, UTC\+1\)/);
});

describe("every letter", () => {
  const mails = (name: string, title: string): WrittenMail[] => {
    const who = { reader: { ...reader, name }, order: { ...order, title } };
    return [
      paidMail({ ...paid, ...who }),
      assignedMail(who),
      offeredMail({ ...who, writerDeadline: at, answerBy: at, payCents: 6_300 }),
      deliveredMail({ ...who, reviewUntil: at, creditCents: 0, restCents: 0 }),
      cancelledMail({ ...cancelled, ...who }),
      withdrawnMail(who),
      refundedMail({ ...refunded, ...who }),
      partMail({ ...short, ...who }),
      transferMail({ ...short, ...who, bank: { holder: "Example Ltd", account: "GB33", bic: "" } }),
      changeEndMail({ ...who, end: "left" }),
      changeLeftMail(who),
      ...Object.values(simple).map((write) => write({ ...who, deadline: at, writerDeadline: at })),
      chatAnswersMail({ reader: who.reader, texts: [title, name] }),
    ];
  };

  test.each([
    ["plain", "Ann", "Regression in R"],
    ["a header in the name and title", "Ann\r\nBcc: bob@example.org", "Essay\r\nBcc: bob@example.org\u0000"],
    ["very long", "x".repeat(10_000), "y".repeat(10_000)],
  ])("can be queued whatever people wrote: %s", (_case, name, title) => {
    for (const { subject, content } of mails(name, title))
      expect(mailFault({ kind: "order.any", to: "ann@example.org", subject, content })).toBeNull();
  });

  test("is calm: no exclamation mark, no oops, no please", () => {
    for (const mail of mails("Ann", "Regression in R"))
      expect(`${mail.subject} ${read(mail)}`).not.toMatch(/!|oops|please/i);
  });

  test("leads somewhere on the own site", () => {
    for (const { content } of mails("Ann", "Regression in R"))
      expect(content.button?.path).toMatch(/^\/(dashboard|checkout|accountSettings)/);
  });
});
