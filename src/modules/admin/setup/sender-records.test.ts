import { createSocket } from "node:dgram";
import { Resolver } from "node:dns/promises";
import { once } from "node:events";
import { afterAll, describe, expect, test } from "vitest";
import { senderDomain, senderRecords } from "./sender-records.ts";

/** Texts by name; "silence" gets no answer. */
const zone = new Map<string, readonly string[]>();

/** The name in a question, from its labels. */
function nameIn(question: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; question[at]; at += (question[at] ?? 0) + 1)
    labels.push(question.subarray(at + 1, at + 1 + (question[at] ?? 0)).toString());
  return labels.join(".");
}

/** A text in pieces of at most 255 bytes, as TXT records hold it. */
const pieces = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  const parts = Array.from({ length: Math.ceil(bytes.length / 255) }, (_, at) =>
    bytes.subarray(at * 255, at * 255 + 255),
  );
  return Buffer.concat(parts.flatMap((part) => [Buffer.from([part.length]), part]));
};

/** A name server (RFC 1035) that knows the zone above. */
const server = createSocket("udp4", (question, { port, address }) => {
  const name = nameIn(question);
  const texts = zone.get(name);
  if (texts?.includes("silence")) return;
  const head = Buffer.from(question.subarray(0, 12));
  head.writeUInt16BE(texts ? 0x8180 : 0x8183, 2);
  head.writeUInt16BE(texts?.length ?? 0, 6);
  head.writeUInt16BE(0, 8);
  head.writeUInt16BE(0, 10);
  const asked = question.subarray(12, 12 + name.length + 2 + 4);
  const answers = (texts ?? []).map((text) => {
    const record = Buffer.from([0xc0, 0x0c, 0, 16, 0, 1, 0, 0, 0, 60, 0, 0]);
    const data = pieces(text);
    record.writeUInt16BE(data.length, 10);
    return Buffer.concat([record, data]);
  });
  server.send(Buffer.concat([head, asked, ...answers]), port, address);
});
server.bind(0, "127.0.0.1");
await once(server, "listening");
afterAll(() => server.close());
const resolver = new Resolver({ timeout: 200, tries: 1 });
resolver.setServers([`127.0.0.1:${server.address().port}`]);

const ask = async (selector = "", more: Partial<Parameters<typeof senderRecords>[0]> = {}) => {
  const asked = { mailFrom: "shop@mail.shop.test", smtpUrl: "smtps://u:p@smtp.shop.test:465", contact: "a@shop.test" };
  return (await senderRecords({ ...asked, selector, ...more }, resolver)) ?? [];
};
const set = (texts: Readonly<Record<string, readonly string[]>>) => {
  zone.clear();
  for (const [name, all] of Object.entries(texts)) zone.set(name, all);
};

describe("records of the sender's domain", () => {
  test("that are missing are written out to copy", async () => {
    set({});
    expect(await ask("mail2026")).toMatchObject([
      { kind: "SPF", at: "mail.shop.test", state: "missing", value: "v=spf1 a:smtp.shop.test ~all" },
      {
        kind: "DMARC",
        at: "_dmarc.mail.shop.test",
        state: "missing",
        value: "v=DMARC1; p=none; rua=mailto:a@shop.test",
      },
      { kind: "DKIM", at: "mail2026._domainkey.mail.shop.test", state: "missing", value: "" },
    ]);
  });

  test("that are there are shown, also long ones; a policy counts for names below it", async () => {
    const key = `v=DKIM1; k=rsa; p=${"A".repeat(392)}`;
    set({
      "mail.shop.test": ["google-site-verification=x", "v=spf1 include:_spf.provider.test -all"],
      "_dmarc.shop.test": ["v=DMARC1; p=reject"],
      "mail2026._domainkey.mail.shop.test": [key],
    });
    expect(await ask("mail2026")).toMatchObject([
      { kind: "SPF", state: "found", value: "v=spf1 include:_spf.provider.test -all" },
      { kind: "DMARC", at: "_dmarc.shop.test", state: "found", value: "v=DMARC1; p=reject" },
      { kind: "DKIM", state: "found", value: key },
    ]);
  });

  test("that are wrong are named: two rules, and a key that was withdrawn", async () => {
    set({
      "mail.shop.test": ["v=spf1 a ~all", "v=spf1 mx ~all"],
      "old._domainkey.mail.shop.test": ["v=DKIM1; p="],
    });
    const [spf, , dkim] = await ask("old");
    expect([spf?.state, dkim?.state]).toEqual(["wrong", "wrong"]);
  });

  test("are not called missing when the name server says nothing", async () => {
    set({ "mail.shop.test": ["silence"], "_dmarc.mail.shop.test": ["silence"] });
    expect((await ask()).map(({ kind, state }) => [kind, state])).toEqual([
      ["SPF", "unknown"],
      ["DMARC", "unknown"],
    ]);
  });

  test("of an address without a domain are not looked up", async () => {
    expect(
      await senderRecords({ mailFrom: "no-reply@localhost", smtpUrl: undefined, contact: "", selector: "" }),
    ).toBeNull();
    expect(["a@b.test", "a@localhost", "a@x..y", "a@[127.0.0.1]", "A@Shop.Test"].map(senderDomain)).toEqual([
      "b.test",
      null,
      null,
      null,
      "shop.test",
    ]);
  });
});
