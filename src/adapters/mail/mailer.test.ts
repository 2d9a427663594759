import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { type FakeSmtp, type SmtpOptions, startSmtp } from "#fakes/smtp.ts";
import type { Mailer, OutgoingMail } from "#src/platform/mail/port.ts";
import { noMailServer, openMailbox, openMailer, openSmtp } from "./open-mailer.ts";

const mail: OutgoingMail = {
  from: { name: "Pen & Paper", address: "no-reply@shop.example" },
  to: "ann@example.org",
  subject: "Your work is ready: Überraschung – “Ω”",
  text: "Hällo,\n\nan address: https://shop.example/x?a=1&b=2\n.\nend\n",
  html: "<p>Hällo</p>",
  messageId: "<0190-1@shop.example>",
};

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0)) await close();
});

const fixture = async (options: SmtpOptions = {}): Promise<{ smtp: FakeSmtp; mailer: Mailer }> => {
  const smtp = await startSmtp(options);
  toClose.push(smtp.close);
  return { smtp, mailer: openSmtp({ url: smtp.url, stepMs: 2000 }) };
};

const implementations: [string, () => Promise<{ mailer: Mailer; takes: boolean }>][] = [
  ["smtp", async () => ({ mailer: (await fixture()).mailer, takes: true })],
  ["mailbox", async () => ({ mailer: openMailbox(), takes: true })],
  ["none", async () => ({ mailer: noMailServer(), takes: false })],
];

describe.each(implementations)("every mailer: %s", (kind, open) => {
  test("names its kind and answers, for one mail and for many at once", async () => {
    const { mailer, takes } = await open();
    expect(mailer.kind).toBe(kind);
    const results = await Promise.all(
      ["a", "b", "c"].map((id) => mailer.send({ ...mail, messageId: `<${id}@shop.example>` })),
    );
    expect(results.map((result) => result.ok)).toEqual([takes, takes, takes]);
    for (const result of results) if (!result.ok) expect(result.permanent).toBe(false);
  });
});

describe("smtp", () => {
  test("what arrives is what was sent, to one recipient", async () => {
    const { smtp, mailer } = await fixture();
    expect(await mailer.send(mail)).toEqual({ ok: true });
    const [got] = smtp.mails;
    expect(got).toMatchObject({
      from: "no-reply@shop.example",
      to: ["ann@example.org"],
      text: mail.text,
      html: mail.html,
    });
    expect(got?.headers).toMatchObject({
      "message-id": mail.messageId,
      to: "ann@example.org",
      "auto-submitted": "auto-generated",
    });
    expect(got?.headers.from).toBe('"Pen & Paper" <no-reply@shop.example>');
  });

  test("signs in with what the address says, and a wrong password is not the recipient's fault", async () => {
    const { smtp, mailer } = await fixture({ user: { name: "shop", password: "p@ss word" } });
    expect(await mailer.send(mail)).toEqual({ ok: true });
    const wrong = openSmtp({ url: smtp.url.replace("shop:", "other:") });
    expect(await wrong.send(mail)).toMatchObject({ ok: false, permanent: false });
    expect(smtp.mails).toHaveLength(1);
  });

  test.each([
    ["RCPT", 550, true],
    ["RCPT", 450, false],
    ["MAIL", 550, false],
    ["DATA", 554, true],
    ["DATA", 451, false],
  ] as const)("%s answered with %i: permanent %s", async (step, code, permanent) => {
    const { smtp, mailer } = await fixture({
      refuse: (at) => (at === step ? { code, text: "no such thing" } : undefined),
    });
    const result = await mailer.send(mail);
    expect(result).toMatchObject({ ok: false, permanent });
    expect(!result.ok && result.reason).toContain("no such thing");
    expect(smtp.mails).toHaveLength(0);
  });

  test("a server that is away: try later", async () => {
    const { smtp, mailer } = await fixture();
    await smtp.close();
    toClose.length = 0;
    expect(await mailer.send(mail)).toMatchObject({ ok: false, permanent: false });
  });

  test("a certificate that nobody signed is refused before the message is sent", async () => {
    const { smtp, mailer } = await fixture({ tls: true });
    const result = await mailer.send(mail);
    expect(result).toMatchObject({ ok: false, permanent: false });
    expect(!result.ok && result.reason).toMatch(/certificate/i);
    expect(smtp.mails).toHaveLength(0);
  });

  test.each([
    ["a server that says nothing is left after a step's time", { stepMs: 50, wholeMs: 5000 }],
    ["the whole talk has an end, too", { stepMs: 5000, wholeMs: 50 }],
  ])("%s", async (_words, limits) => {
    const silent: Server = createServer(() => undefined).listen(0, "127.0.0.1");
    await once(silent, "listening");
    toClose.push(() => new Promise((done) => silent.close(done)));
    const address = silent.address();
    const mailer = openSmtp({ url: `smtp://127.0.0.1:${typeof address === "object" ? address?.port : 0}`, ...limits });
    expect(await mailer.send(mail)).toMatchObject({ ok: false, permanent: false });
  });

  test.each([
    ["a comma", "ann@example.org,bob@example.org"],
    ["a header", "ann@example.org\r\nBcc: bob@example.org"],
    ["a display name", "bob@example.org <ann@example.org>"],
  ])("%s in the recipient never makes a second one", async (_words, to) => {
    const { smtp, mailer } = await fixture();
    await mailer.send({ ...mail, to });
    for (const got of smtp.mails) expect(got.to).toHaveLength(1);
    for (const got of smtp.mails) expect(got.headers).not.toHaveProperty("bcc");
  });

  test("a subject with line ends cannot add a header", async () => {
    const { smtp, mailer } = await fixture();
    await mailer.send({ ...mail, subject: "Hello\r\nBcc: bob@example.org" });
    expect(smtp.mails[0]?.to).toEqual(["ann@example.org"]);
    expect(smtp.mails[0]?.headers).not.toHaveProperty("bcc");
  });
});

test("demo mode never opens a connection, even with a mail server configured", () => {
  expect(openMailer({ smtpUrl: "smtp://mail.example" }, "demo").kind).toBe("mailbox");
  expect(openMailer({ smtpUrl: "smtp://mail.example" }, "real").kind).toBe("smtp");
  expect(openMailer({ smtpUrl: undefined }, "real").kind).toBe("none");
});
