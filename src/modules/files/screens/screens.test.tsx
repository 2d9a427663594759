import { text } from "node:stream/consumers";
import { prerenderToNodeStream } from "react-dom/static";
import { createRoutesStub } from "react-router";
import { describe, expect, test } from "vitest";
import type { FileLine } from "../queries/files-of.ts";
import { FileField } from "./file-field.tsx";
import { FileList } from "./file-list.tsx";

/** What the server sends: whole, with what is loaded on the way. */
const html = async (part: React.ReactNode): Promise<string> => {
  const Stub = createRoutesStub([{ path: "/", Component: () => part }]);
  const { prelude } = await prerenderToNodeStream(<Stub />);
  return (await text(prelude)).replaceAll(/<!--.*?-->/g, "");
};

const line = (more: Partial<FileLine> = {}): FileLine => ({
  id: "f1",
  subject: "o1",
  name: "Sleep & memory.docx",
  size: 39_000,
  type: null,
  address: "/files/f1/Sleep",
  thumb: null,
  state: "ready",
  own: false,
  withheld: false,
  asItIs: false,
  refusal: null,
  ...more,
});

describe("a list of files", () => {
  const one = (more: Partial<FileLine>) => html(<FileList files={[line(more)]} label="Files" />);
  const had = 'aria-label="Download Sleep &amp; memory.docx"';

  test("says what each one is, and leads to it", async () => {
    const shown = await one({});
    expect(shown).toContain("DOCX, 38\u00a0KB");
    expect(shown).toContain('href="/files/f1/Sleep"');
    expect(shown).toContain(had);
    expect(await html(<FileList files={[]} label="Files" />)).toBe("");
  });

  test("what is being checked is its owner's alone", async () => {
    expect(await one({ state: "checking" })).toContain("DOCX, 38\u00a0KB, being checked");
    expect(await one({ state: "checking" })).not.toContain("href");
    expect(await one({ state: "checking", own: true })).toContain(had);
  });

  test("a file with personal details in it waits for its owner's word", async () => {
    const theirs = await one({ withheld: true });
    expect(theirs).toContain("its sender has not allowed it yet");
    expect(theirs).not.toContain("href");
    expect(theirs).not.toContain("Send it as it is");
    const own = await one({ withheld: true, own: true, refusal: "Old Office files keep the author." });
    expect(own).toContain(had);
    expect(own).toContain("Old Office files keep the author.");
    expect(own).toContain('name="asItIs" value="f1"');
  });

  test("a refused file says why and leads nowhere", async () => {
    const refused = await one({ state: "refused", own: true, refusal: "The scanner found malware in this file." });
    expect(refused).toContain("The scanner found malware in this file.");
    expect(refused).not.toContain("href");
  });

  test("pictures of pictures", async () => {
    expect(await one({ thumb: "/files/f1/picture?small=1" })).toContain('src="/files/f1/picture?small=1"');
    expect(await one({ thumb: "/files/f1/picture?small=1", state: "checking" })).not.toContain("<img");
  });
});

describe("a field for files, before scripts arrive", () => {
  const known = { id: "f1", name: "task.pdf", size: 100, received: 100, found: null, refusal: null };
  const field = (files: Parameters<typeof FileField>[0]["known"]) =>
    html(
      <FileField
        purpose="order"
        about="new"
        account="ann"
        known={files}
        limits={{ maxBytes: 512 * 1024 * 1024, mostFiles: 20 }}
        hint="Your task sheet."
        plain="You add files later."
        after={<b>Add</b>}
        error="“task.pdf” is in use elsewhere."
      />,
    );

  test("says the limit before anything is chosen, and how it goes without scripts", async () => {
    const shown = await field([]);
    expect(shown).toContain("Your task sheet. Up to 20 files of any type, each up to 512\u00a0MB.");
    expect(shown).toContain("You add files later.");
    expect(shown).toContain("“task.pdf” is in use elsewhere.");
    expect(shown).toContain('name="files" value=""');
    expect(shown).not.toContain("<b>Add</b>");
  });

  test("posts the complete files that the server knows", async () => {
    const parts = [known, { ...known, id: "f2", received: 40 }, { ...known, id: "f3" }];
    const shown = await field(parts);
    expect(shown).toContain('name="files" value="f1,f3"');
    expect(shown).toContain("Sent, 100 bytes");
    expect(shown).toContain("<b>Add</b>");
  });

  test("says what a check found, of files that others will not get and of those that cannot be used", async () => {
    const shown = await field([
      { ...known, found: { withheld: "The PDF is locked." } },
      { ...known, id: "f2", refusal: "The scanner found malware in this file." },
    ]);
    expect(shown).toContain("others will not get this file. The PDF is locked.");
    expect(shown).toContain("The scanner found malware in this file.");
    expect(shown).toContain('name="files" value="f1"');
    expect(shown).not.toContain("Sent");
  });
});
