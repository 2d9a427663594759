import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { cleaned } from "./samples/folder.ts";
import {
  hugePngHeader,
  identifyingGif,
  identifyingJpeg,
  identifyingPng,
  identifyingTiff,
  identifyingWebp,
} from "./samples/images.ts";
import { leakedMetadata } from "./samples/leaked-metadata.ts";
import { person } from "./samples/office.ts";

const samples = {
  jpeg: { make: () => identifyingJpeg(), mime: "image/jpeg", turn: 6 },
  "progressive jpeg": { make: () => identifyingJpeg(8, true), mime: "image/jpeg", turn: 8 },
  png: { make: () => identifyingPng(), mime: "image/png", turn: 3 },
  webp: { make: () => identifyingWebp(), mime: "image/webp", turn: 8 },
  gif: { make: identifyingGif, mime: "image/gif", turn: undefined },
  tiff: { make: identifyingTiff, mime: "image/tiff", turn: 6 },
};

describe.each(Object.entries(samples))("%s", (_, { make, mime, turn }) => {
  test("leaks nothing afterwards; pixels, orientation and colour profile are the same", async () => {
    const before = await make();
    expect(leakedMetadata(before)).toContain(person.name);
    const result = await cleaned(before, mime);
    expect(result.result).toEqual({ result: "cleaned" });
    const after = result.after!;
    expect(leakedMetadata(after)).toEqual([]);
    expect(await sharp(after).raw().toBuffer()).toEqual(await sharp(before).raw().toBuffer());
    const [was, is] = [await sharp(before).metadata(), await sharp(after).metadata()];
    expect(is.orientation).toBe(turn);
    expect(is.icc).toEqual(was.icc);
    expect([is.width, is.height, is.format]).toEqual([was.width, was.height, was.format]);
    expect([is.xmp, is.iptc, is.comments]).toEqual([undefined, undefined, undefined]);
  });

  test("a damaged one is refused in words or comes out clean, never thrown", async () => {
    const before = await make();
    for (let cut = 1; cut < before.length; cut += 97) {
      const { result: answer, after } = await cleaned(before.subarray(0, cut), mime);
      expect(["cleaned", "uncleanable"]).toContain(answer.result);
      if (after) expect(leakedMetadata(after)).toEqual([]);
      else expect(answer).toMatchObject({ reason: expect.stringMatching(/\.$/) });
    }
  });
});

test("60,000 by 60,000 pixels are refused by the header", async () => {
  const { result: answer } = await cleaned(await hugePngHeader(), "image/png");
  expect(answer).toEqual({
    result: "uncleanable",
    code: "too-large",
    reason: "The picture is 60000 by 60000 pixels. We take pictures of up to 50 megapixels.",
  });
});

test("an archive behind a picture does not come through", async () => {
  const bytes = Buffer.concat([await identifyingJpeg(), Buffer.from("PK\x05\x06 archive")]);
  const { after } = await cleaned(new Uint8Array(bytes), "image/jpeg");
  expect(Buffer.from(after!).includes("archive")).toBe(false);
});

test("bytes that are not the picture their type says are refused, and other types pass", async () => {
  expect((await cleaned(Buffer.from("not a picture"), "image/jpeg")).result).toMatchObject({ code: "broken" });
  expect((await cleaned(Buffer.from("words"), "text/plain")).result).toEqual({ result: "nothing-to-clean" });
  expect((await cleaned(Buffer.from("\xd0\xcf\x11\xe0 old", "latin1"), "application/x-cfb")).result).toMatchObject({
    code: "unsupported",
  });
});
