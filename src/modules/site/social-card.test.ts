import sharp from "sharp";
import { expect, test } from "vitest";
import { pageMeta } from "#src/modules/operator/index.screens.ts";
import { socialCard } from "./social-card.ts";

const lines = [{ label: "From", value: "$16.00 a page" }];
const card = { shop: "Paperwright", pen: "#263FAF", icon: null, title: "Data science reports", lines };

test("the picture beside a link has the size that other sites expect, and its words are drawn", async () => {
  const [one, two] = [await socialCard(card), await socialCard({ ...card, title: "A" })];
  expect(await sharp(one).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
  expect(one.length).toBeLessThan(100_000);
  expect(Buffer.from(one).equals(two)).toBe(false);
});

test("the figures have the shop's main colour", async () => {
  const { data } = await sharp(await socialCard({ ...card, pen: "#00776A" }))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const mark = (108 * 1200 + 80) * 3; // the line that the mark begins with
  expect([...data.subarray(mark, mark + 3)]).toEqual([0x00, 0x77, 0x6a]);
});

test("names that are markup elsewhere are only letters here", async () => {
  await expect(socialCard({ ...card, shop: '<b>&"', title: "</svg><script>" })).resolves.toBeInstanceOf(Uint8Array);
});

test("a page says its title in one form, its one address, and the picture of its link", () => {
  const meta = pageMeta({ shop: "Shop", canonical: "https://shop.example/faq" }, "Questions", "Answers.");
  expect(meta).toContainEqual({ title: "Questions · Shop" });
  expect(meta).toContainEqual({ tagName: "link", rel: "canonical", href: "https://shop.example/faq" });
  expect(meta).toContainEqual({ property: "og:image", content: "https://shop.example/og/site/card.png" });
  expect(meta).toContainEqual({ name: "twitter:card", content: "summary_large_image" });
});
