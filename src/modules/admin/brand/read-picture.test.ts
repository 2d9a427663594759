import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { readPicture, type Slot } from "./read-picture.ts";

const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: "#00776A" } })
    .png()
    .toBuffer();
const svg = (inside: string, box = "0 0 40 20") =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${inside}</svg>`);
const shape = '<path d="M0 0h40v20z"/>';

const refused = async (slot: Slot, name: string, bytes: Buffer) => {
  const read = await readPicture(slot, name, bytes);
  expect(read).toMatchObject({ ok: false, code: "invalid", fields: [{ path: slot }] });
  return read.ok ? "" : (read.fields?.[0]?.message ?? "");
};

test("an SVG is kept cleaned, a PNG is written anew without what travels along", async () => {
  const read = await readPicture("light", "C:\\marks\\logo.svg", svg(`${shape}<script>alert(1)</script>`));
  expect(read).toMatchObject({
    ok: true,
    value: { picture: { type: "svg", width: 40, height: 20, name: "C:markslogo.svg" } },
  });
  expect(read.ok && Buffer.from(read.value.data, "base64").toString()).not.toContain("script");
  const photo = await sharp(await png(400, 100))
    .withExif({ IFD0: { Copyright: "somebody" } })
    .png()
    .toBuffer();
  const clean = await readPicture("dark", "logo.png", photo);
  expect(clean).toMatchObject({ ok: true, value: { picture: { type: "png", width: 400, height: 100 } } });
  expect((await sharp(Buffer.from(clean.ok ? clean.value.data : "", "base64")).metadata()).exif).toBeUndefined();
});

test("the same picture has the same id, another one another", async () => {
  const [one, same, other] = await Promise.all(
    ["", "", "<g/>"].map((more) => readPicture("light", "a.svg", svg(shape + more))),
  );
  const idOf = (read: typeof one) => (read?.ok ? read.value.picture.id : "");
  expect(idOf(one)).toBe(idOf(same));
  expect(idOf(one)).not.toBe(idOf(other));
});

describe("refused in words, beside the place it was sent for", () => {
  test("5 MB", async () =>
    expect(await refused("light", "logo.svg", svg(`<desc>${"x".repeat(5_000_000)}</desc>${shape}`))).toBe(
      "Larger than 512\u00a0KB.",
    ));
  test("nothing", async () => expect(await refused("icon", "", Buffer.alloc(0))).toBe("Choose a file first."));
  test("a JPEG that is called PNG", async () => {
    const jpeg = await sharp(await png(400, 100))
      .jpeg()
      .toBuffer();
    expect(await refused("light", "logo.png", jpeg)).toBe("This file is a JPEG. Use SVG or PNG.");
  });
  test("another file", async () =>
    expect(await refused("light", "logo.png", Buffer.from("MZ"))).toBe("This file is not a picture. Use SVG or PNG."));
  test("a PNG whose head says 40,000 by 40,000: it is not opened", async () => {
    const bomb = await png(400, 100);
    bomb.writeUInt32BE(40_000, 16);
    bomb.writeUInt32BE(40_000, 20);
    expect(await refused("light", "logo.png", bomb)).toMatch(/more than 16 million pixels/);
  });
  test("a PNG that is cut off", async () =>
    expect(await refused("light", "logo.png", (await png(400, 100)).subarray(0, 60))).toMatch(/cannot be shown/));
  test("an SVG that is no drawing", async () =>
    expect(await refused("light", "logo.svg", svg("<script>alert(1)</script>"))).toMatch(
      /^This SVG cannot be used\. Without/,
    ));
  test("a narrow logo", async () =>
    expect(await refused("light", "logo.png", await png(319, 100))).toBe(
      "At least 320 pixels wide. This picture has 319.",
    ));
  test("a small icon and one that is no square", async () => {
    expect(await refused("icon", "icon.png", await png(256, 256))).toMatch(/512 pixels wide/);
    expect(await refused("icon", "icon.svg", svg(shape))).toBe("An icon is square. This picture is not.");
  });
});
