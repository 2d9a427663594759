import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findContacts, maskContacts } from "./contact-details.ts";
import { maskedPieces } from "./hidden-contacts.ts";

const hidden = (text: string): string[] => findContacts(text).map(({ from, to }) => text.slice(from, to));

test.each([
  ["You can write to me at d.okafor@example.com", ["d.okafor@example.com"]],
  ["d.okafor @ example . com please", ["d.okafor @ example . com"]],
  ["name at gmail dot com", ["name at gmail dot com"]],
  [
    "name (at) gmail (dot) com or name[at]uni[dot]ac[dot]uk",
    ["name (at) gmail (dot) com", "name[at]uni[dot]ac[dot]uk"],
  ],
  ["jane_doe at outlook.com", ["jane_doe at outlook.com"]],
  ["jane99@gmail, quick", ["jane99@gmail"]],
  ["ｎame＠gmail．com", ["ｎame＠gmail．com"]],
  ["na\u200bme@gm\u200bail.com", ["na\u200bme@gm\u200bail.com"]],
  ["Пишите на иван@пример.рф", ["иван@пример.рф"]],
  ["Can we talk about it? My number is 030 1234567", ["030 1234567"]],
  ["My number is 5551234", ["5551234"]],
  ["+49 171 2345678 or +1 (555) 123-4567", ["+49 171 2345678", "+1 (555) 123-4567"]],
  ["+44.20.7946.0958", ["+44.20.7946.0958"]],
  ["0044 20 7946 0958", ["0044 20 7946 0958"]],
  ["call me: 07700 900123", ["07700 900123"]],
  ["ring 07700900123 later", ["07700900123"]],
  ["(555) 123-4567, 555-123-4567 and 555.123.4567", ["(555) 123-4567", "555-123-4567", "555.123.4567"]],
  ["WhatsApp 61 412 345 678", ["61 412 345 678"]],
  ["whats app: 612345678", ["612345678"]],
  ["on telegram my number 7912345678", ["7912345678"]],
  ["text me on 8123 4567", ["8123 4567"]],
  ["+٤٩١٧١٢٣٤٥٦٧٨", ["+٤٩١٧١٢٣٤٥٦٧٨"]],
  [
    "zero seven seven double zero nine zero zero one two three",
    ["zero seven seven double zero nine zero zero one two three"],
  ],
  ["https://wa.me/491712345678?text=hi", ["https://wa.me/491712345678?text=hi"]],
  ["t.me/okafor and https://t.me/joinchat/AAA", ["t.me/okafor", "https://t.me/joinchat/AAA"]],
  ["discord.gg/abc123", ["discord.gg/abc123"]],
  ["https://www.linkedin.com/in/daniel-okafor/", ["https://www.linkedin.com/in/daniel-okafor"]],
  ["see instagram.com/daniel.o", ["instagram.com/daniel.o"]],
  ["https://zoom.us/j/123456789", ["https://zoom.us/j/123456789"]],
  ["mailto:a@b.co", ["mailto:a@b.co"]],
  ["telegram @daniel_o", ["@daniel_o"]],
  ["I am @daniel_o on Instagram", ["@daniel_o"]],
  ["my insta is daniel_o", ["daniel_o"]],
  ["Snapchat: daniel99", ["daniel99"]],
  ["add me on discord daniel#1234", ["daniel#1234"]],
  ["t o m @ g m a i l . c o m", ["t o m @ g m a i l . c o m"]],
  ["tоm@gmаil.com", ["tоm@gmаil.com"]],
  ["𝐭𝐨𝐦@𝐠𝐦𝐚𝐢𝐥.𝐜𝐨𝐦, yes", ["𝐭𝐨𝐦@𝐠𝐦𝐚𝐢𝐥.𝐜𝐨𝐦"]],
  ["insta: danielo", ["danielo"]],
  ["Skype live:daniel_o", ["live:daniel_o"]],
  ["0 7 7 0 0 9 0 0 1 2 3", ["0 7 7 0 0 9 0 0 1 2 3"]],
  ["my website is daniel-writes.com", ["daniel-writes.com"]],
  ["Мой телеграм: danielo", ["danielo"]],
])("hidden: %s", (text, expected) => {
  expect(hidden(text)).toEqual(expected);
});

test.each([
  ["d a n i e l . o (at) g m a i l (dot) c o m", "[e-mail address hidden]"],
  ["tomATgmailDOTcom", "[e-mail address hidden]"],
  ["write to tom-at-gmail-dot-com", "write to [e-mail address hidden]"],
  ["O77OO 9OO 123", "[number hidden]"],
  ["zero77009zero0123", "[number hidden]"],
  ["0*7*7*0*0*9*0*0*1*2*3", "[number hidden]"],
  ["мой номер 8 912 345 67 89", "мой номер [number hidden]"],
  ["T.e.l.e.g.r.a.m: lena_w", "T.e.l.e.g.r.a.m: [account name hidden]"],
  ["wa dot me slash 447700900123", "[link to a messenger hidden]"],
  ["insta tom_writer", "insta [account name hidden]"],
  ["my ig tomwriter", "my ig [possible contact hidden]"],
  ["dm tomwriter on insta", "dm [possible contact hidden] on insta"],
  ["555 123 4567", "[possible contact hidden]"],
  ["www.tom-writes.com contact me there", "[possible contact hidden] contact me there"],
  ["telegram_lena_w.docx", "telegram_[possible contact hidden].docx"],
  ["my mail is tomwriter, gmail as usual", "my mail is [possible contact hidden], gmail as usual"],
])("%j is read as %j", (typed, shown) => {
  expect(maskContacts(typed).text).toBe(shown);
});

test("a passage that Support lets through is read as typed, and the rest stays hidden", () => {
  const typed = "my ig tomwriter, or t.me/tomwriter";
  expect(maskContacts(typed, "", (passage) => passage === "tomwriter")).toMatchObject({
    text: "my ig tomwriter, or [link to a messenger hidden]",
    parts: [{ kind: "link", before: "my ig tomwriter, or ", passage: "t.me/tomwriter", after: "" }],
  });
});

// ITU-T E.164: a number has 15 digits at most.
test.each([
  ["call me on 123456", []],
  ["call me on 1234567", ["1234567"]],
  ["call me on 123456789012345", ["123456789012345"]],
  ["call me on 1234567890123456", []],
  ["+123456789012345", ["+123456789012345"]],
  ["+1234567890123456", []],
])("as many digits as a number has: %s", (text, expected) => {
  expect(hidden(text)).toEqual(expected);
});

test.each([
  ["+491712345678", "https://example.org/?id=a&+491712345678"],
  ["00442079460958", "https://example.org/?id=00442079460958"],
  ["555-123-4567", "https://example.org/?part=555-123-4567"],
  ["07700900123", "https://example.org/?id=07700900123"],
  ["call-5551234567", "https://example.org/call-5551234567"],
  ["telegram=daniel_1", "https://example.org/?telegram=daniel_1"],
])("%s is hidden, and no part of the address of a source is", (alone, address) => {
  expect(hidden(alone)).toHaveLength(1);
  expect(hidden(`See ${address} for it.`)).toEqual([]);
});

test.each([
  ["The price is $1,250.00, then $12500000 in total, or 12 500 000 EUR."],
  ["pp. 123-145, 167–189 and 1002-1019"],
  ["Between 1914-1918 and 1939–1945, and 2019/2020"],
  ["By 2026-03-10 18:00, or 10.03.2026 14:00, or 10/03/2026."],
  ["On 10 March 2026, 18:00, I deliver 2,750 words."],
  ["https://doi.org/10.1037/0003-066X.59.1.29 and doi:10.1000/182"],
  ["10.1016/j.cognition.2013.01234567"],
  ["ISBN 978-3-16-148410-0, ISBN 0-306-40615-2, 0306406152, ISSN 1234-5678"],
  ["arXiv:2101.00001v2, PMID 12345678, PMC1234567"],
  ["https://www.youtube.com/watch?v=0123456789&t=4917123456"],
  ["https://medium.com/@author/why-sleep-123456789012"],
  ["https://twitter.com/WHO/status/1242345678901234567"],
  ["https://www.facebook.com/WHO/posts/10158234567890123"],
  ["Smith [@smith2020; @doe2019, p. 3] says so."],
  ["Smith, J. (2020). Sleep. Nature, 12(3), 123-145."],
  [
    "World Health Organization [@WHO]. (2020, March 3). Wash your hands [Tweet]. Twitter. https://twitter.com/WHO/status/1",
  ],
  ["@Override public void run() and @media (min-width: 600px) and @property"],
  ["git clone git@github.com:owner/work.git and react@18.2.0"],
  ["x = 3.14159265358979, 0.123456789, 1e-10, 6.02214076"],
  ["Call the function 3 times with 1000000 rows; f(1234567)"],
  ["Look at example.com, published at arxiv.org and read at www.nature.com"],
  ["Instagram is popular. My Facebook analysis is long. WhatsApp: how it works."],
  ["The signal 2400000 Hz is strong"],
  ["one, two, three, four, five, six, seven, eight"],
  ["Order K7M2Q9D, version 2, table 1, figure 10.2.3"],
  ["Matrix [[1 2 3 4 5 6 7 8 9 10 11 12]] and 12 34 56 78 90"],
  ["The samples: 555 123 and 1.234.567,89"],
  ["Ratio 3:2, 14 h 20, 5 × 1234567 = 6172835"],
  ["My essay is 1200 words. Contact theory (Allport, 1954) is on p. 12."],
  ["I will text you the draft at 18:00 on 2026-03-12."],
  ["Compare Instagram 2000000000 users, and the mean cell number 12500000."],
  ["Customers order at amazon.com and pay via paypal.com."],
  ["Compare Instagram and TikTok for me, https://www.instagram.com/nike/ is the brand to analyse"],
  ["I am comparing @nike, @adidas and @puma on Instagram"],
  ["I am stuck: @Autowired does not work, and user@example.com is a placeholder"],
  ["Please write me an essay about Telegram. text me two ideas about WhatsApp marketing"],
  ["0 2 4 6 8 1 3 5 7 9 as a permutation, two two three three four four five"],
  ["You can call me to talk about Instagram 2000000000 users, and 1234567890 rows"],
  ["Sample IDs 0123456789, 0123456790, IBAN DE89 3704 0044 0532 0130 00"],
  ["my cell line HEK293, my phone survey: 1200 persons, the Samaritans helpline 0800 1111 222"],
  ["WhatsApp Image 2024-03-15 at 12.34.56.jpeg"],
  ["Codes 0 4 8 2 1 7 9 3 5 6 in base 10, values 0.1 0.5 0.7 0.9 0.2 0.3 0.4 0.6"],
])("not hidden: %s", (text) => {
  expect(hidden(text)).toEqual([]);
});

const digitsOf = (length: number) => fc.stringMatching(new RegExp(`^[1-9][0-9]{${length - 1}}$`));
const year = fc.integer({ min: 1000, max: 2099 });
const page = fc.integer({ min: 1, max: 9999 });

describe("never hidden, whatever their numbers", () => {
  const harmless: readonly [string, fc.Arbitrary<string>][] = [
    [
      "prices",
      fc
        .tuple(fc.constantFrom("$", "€", "USD "), fc.integer({ min: 1, max: 10 ** 12 }))
        .map(([sign, cents]) => `${sign}${(cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })}`),
    ],
    ["page numbers", fc.tuple(page, page).map(([a, b]) => `pp. ${a}-${b}, ${b}–${a}`)],
    ["years", fc.tuple(year, year).map(([a, b]) => `${a}-${b} (${a}), ${b}/${a}`)],
    [
      "deadlines",
      fc
        .date({ min: new Date("1990-01-01"), max: new Date("2090-01-01"), noInvalidDate: true })
        .map((at) => `until ${at.toISOString().slice(0, 16).replace("T", " ")}`),
    ],
    ["DOIs", fc.tuple(digitsOf(4), digitsOf(12)).map(([a, b]) => `https://doi.org/10.${a}/${b} doi:10.${a}/S${b}`)],
    ["ISBNs", fc.tuple(digitsOf(2), digitsOf(6)).map(([a, b]) => `ISBN 978-3-${a}-${b}-0`)],
    [
      "citations",
      fc
        .tuple(fc.stringMatching(/^[A-Z][a-z]{2,9}$/), year, page, page)
        .map(([who, at, a, b]) => `${who}, A. (${at}). Work, ${a}(3), ${a}-${b}. [@${who.toLowerCase()}${at}]`),
    ],
    [
      "addresses of sources",
      fc
        .tuple(fc.webUrl({ withQueryParameters: true }), digitsOf(11))
        .filter(([url]) => !url.includes("@") && !/:\/\/[^/]*(?:t\.me|wa\.me|m\.me)/.test(url))
        .map(([url, n]) => `${url.replace(/'/g, "")} https://example.org/a/${n}?id=+${n}`),
    ],
  ];
  test.each(harmless)("%s", (_name, texts) => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(hidden(`See ${text} for it.`)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

test("a masked text holds nothing more to hide, and the rest of it stays as typed", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "a@b.co",
      "+49 171 2345678",
      "t.me/me",
      "telegram @me_9",
      " at ",
      " dot ",
      "gmail",
      ".com",
      "@",
      " ",
    ),
    fc.string({ unit: "grapheme", maxLength: 12 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join("");
      const found = findContacts(text);
      const masked = maskContacts(text);
      expect(masked.kinds.length > 0).toBe(found.length > 0);
      for (const { from, to } of found) expect(from).toBeLessThan(to);
      const kept = found.reduceRight((left, { from, to }) => left.slice(0, from) + left.slice(to), text);
      expect(
        maskedPieces(masked.text)
          .flatMap(({ text: part, hidden: out }) => (out ? [] : part))
          .join("").length,
      ).toBeLessThanOrEqual(kept.length + text.length);
      if (found.length === 0) expect(masked.text).toBe(text);
    }),
  );
});

test("hostile texts cost what their length costs", () => {
  const worst = [
    "a",
    "a.",
    "1 ",
    "+1",
    "@a",
    "at ",
    "a at ",
    "one ",
    "my wa ",
    "0-",
    "(",
    "t.me",
    "a@a.",
    "https://",
    "call me ",
    "telegram ",
    "1234567890 ",
  ];
  // The processor's time of this thread: on a busy machine the clock counts the work of others, too.
  const costOf = (texts: readonly string[]): number => {
    const begun = process.threadCpuUsage();
    for (const text of texts) findContacts(text);
    const { user, system } = process.threadCpuUsage(begun);
    return user + system;
  };
  for (const part of worst) {
    const of = (length: number): string => part.repeat(Math.ceil(length / part.length));
    const [whole, pieces] = [[of(320_000)], Array<string>(16).fill(of(20_000))];
    // As much text in one as in sixteen pieces: a quadratic rule would cost sixteen times as much.
    const isLinear = (): boolean => costOf(whole) < 4 * costOf(pieces);
    expect([1, 2, 3].some(isLinear), part).toBe(true);
  }
});

test.each([
  ["Best, Anna Kowalska", "Best, [name hidden]"],
  ["I am KOWALSKA, Anna.", "I am [name hidden]."],
  ["anna\u200b kowalska wrote it", "[name hidden] wrote it"],
  ["Anna_Kowalska", "[name hidden]"],
  ["Anna Karenina and Mrs Kowalska", "Anna Karenina and Mrs Kowalska"],
  ["Susanna Kowalskas", "Susanna Kowalskas"],
])("the writer's own name in %j becomes %j", (typed, shown) => {
  expect(maskContacts(typed, "Anna Kowalska").text).toBe(shown);
});

test("a name of three words is also found short, one of one word only as it is spelled", () => {
  expect(maskContacts("Anna Kowalska", "Anna Maria Kowalska").text).toBe("[name hidden]");
  expect(maskContacts("With grace, Grace", "Grace").text).toBe("With grace, [name hidden]");
  expect(maskContacts("Li (a) [b]", "Li (").text).toBe("Li (a) [b]");
  expect(maskContacts("Nothing here", "").kinds).toEqual([]);
});
