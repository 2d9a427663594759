import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { limitsLabel, mostFilesLabel, notTaken, sizeLabel } from "./kinds-and-sizes.ts";
import { endingOf, fileAddress, refuseName, storableName, storedChatName, tidyName } from "./names.ts";

describe("names of files", () => {
  test.each([
    ["../x", true],
    ["a/b", true],
    ["a\\b", true],
    ["a\0b", true],
    ["a\nb", true],
    [" .. ", true],
    [".", true],
    ["..a", false],
    ["Übung (1).docx", false],
    ["", false],
  ])("%j refused: %s", (name, refused) => expect(refuseName(name) !== null).toBe(refused));

  test("are tidied, and keep their ending when they are cut", () => {
    expect(tidyName("  a \t b\u202e.txt ")).toBe("a b.txt");
    expect(tidyName("\u200b")).toBe("file");
    expect(tidyName("\u200d\u200c")).toBe("file");
    for (const spelled of ["می\u200cخواهم.pdf", "क्\u200dष.docx"]) expect(tidyName(spelled)).toBe(spelled);
    const long = tidyName(`${"𝔞".repeat(500)}.docx`);
    expect([...long]).toHaveLength(180);
    expect(long.endsWith(".docx")).toBe(true);
    expect(tidyName("A\u030a")).toBe("\u00c5");
  });

  test.each([
    ["essay.docx", "essay.docx"],
    ["thumb", "thumb"],
    [".env", ".env"],
    ["CON", "_CON"],
    ["nul.txt", "_nul.txt"],
    ["Com1.tar.gz", "_Com1.tar.gz"],
    ["LPT²", "_LPT²"],
    ["aux .txt", "_aux .txt"],
    ["console.log", "console.log"],
    ["com10", "com10"],
    ["a. .", "a"],
    ["...", "file"],
    ["..", "file"],
    [" ", "file"],
    ["", "file"],
    ['12:30 "a"<b>|c?*\\/.md', "12_30 _a__b__c___/.md".replace("/", "_")],
    ["a\u0000b\u0085c\u202ed.txt", "abcd.txt"],
  ])("%j is stored as %j", (name, stored) => expect(storableName(name)).toBe(stored));

  test("any name can be stored, and storing it again changes nothing", () => {
    const parts = fc.constantFrom(
      "CON",
      ".",
      " ",
      "a",
      "é",
      "\u0301",
      "𝔞",
      "👩‍👩‍👧",
      ":",
      "\u0001",
      "\ud800",
      ".txt",
      "nul",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(parts, fc.string({ unit: "binary" })), { maxLength: 300 }), (all) => {
        const stored = storableName(all.join(""));
        expect(stored).not.toMatch(/[\p{Cc}<>:"/\\|?*]|[. ]$|^(con|nul)(\.|$)/iu);
        expect(Math.max(Buffer.byteLength(stored), Buffer.byteLength(stored.normalize("NFD")))).toBeLessThanOrEqual(
          255,
        );
        expect(stored).not.toBe("");
        expect(storableName(stored)).toBe(stored);
      }),
    );
  });

  test("have an ending, or none", () => {
    expect(["a.TXT", "a.tar.gz", ".env", "a", "a.", "a.b c", "a.toolongending"].map(endingOf)).toEqual([
      "txt",
      "gz",
      "",
      "",
      "",
      "",
      "",
    ]);
  });

  test("stand in an address, safe", () => {
    expect(fileAddress("1", 'a b/"?#.txt')).toBe("/files/1/a%20b%2F%22%3F%23.txt");
    expect(storedChatName("u1", 1_700_000_000_000, "abcdefgh", "pdf")).toBe(
      "chat_attachments/u1_1700000000000_abcdefgh.pdf",
    );
  });
});

test("sizes and limits in words", () => {
  const mib = 1024 * 1024;
  expect([0, 1, 1023, 1024, 262_144, 10 * mib - 1, 512 * mib, 5 * 1024 * mib].map(sizeLabel)).toEqual([
    "0 bytes",
    "1 byte",
    "1,023 bytes",
    "1\u00a0KB",
    "256\u00a0KB",
    "9.9\u00a0MB",
    "512\u00a0MB",
    "5\u00a0GB",
  ]);
  const limits = { maxBytes: 512 * mib, mostFiles: 20 };
  expect(limitsLabel(limits)).toBe("Up to 20 files of any type, each up to 512\u00a0MB.");
  expect(limitsLabel({ ...limits, mostFiles: 1 })).toBe("One file of any type, up to 512\u00a0MB.");
  expect([1, 20].map(mostFilesLabel)).toEqual(["At most 1 file fits here.", "At most 20 files fit here."]);
  const some = { ...limits, refusedKinds: ["image", "archive", "other"] as const };
  expect(limitsLabel(some)).toBe(
    "Up to 20 files, each up to 512\u00a0MB. No pictures, archives or files of other kinds.",
  );
  expect(limitsLabel({ ...some, mostFiles: 1 })).toMatch(/^One file, up to 512\u00a0MB\. No pictures/);
  expect(notTaken("pdf")).toBe("We take no PDFs here. Send it in another form.");
});
