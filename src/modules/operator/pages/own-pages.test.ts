import { describe, expect, test } from "vitest";
import routes from "#src/routes.ts";
import { newSlug, slugProblem } from "./own-pages.ts";

type Entry = { path?: string | undefined; children?: Entry[] | undefined };

/** The first words of all addresses, also of those whose layout has none. */
const firstSegments = (entries: readonly Entry[]): string[] =>
  entries.flatMap(({ path, children }) =>
    path === undefined ? firstSegments(children ?? []) : [path.split("/")[0]?.replace(/\..*/, "") ?? ""],
  );

const others = { services: ["dissertations"], taken: [{ slug: "how-to-use", label: "How to use it" }] };

describe("an own page's address", () => {
  test("is none that the product has itself", () => {
    const words = firstSegments(routes as readonly Entry[]).map((word) => word.toLowerCase());
    const open = words.filter((word) => word && !/[:*]/.test(word) && slugProblem(word, others) === null);
    expect([...new Set(open)]).toEqual([]);
  });

  test.each([
    ["terms", /^The shop itself has a page with the address “terms”\. Choose another, such as terms-2\.$/],
    ["dissertations", /^The shop itself has a page/],
    ["how-to-use", /^“how-to-use” leads to your page “How to use it”\. Choose another, such as how-to-use-2\.$/],
    ["", /^Write an address/],
    ["How To Use", /^Use small letters, digits and single hyphens, such as how-to-use\.$/],
    ["a/b", /such as a-b\.$/],
    ["../admin", /^Use small letters/],
    ["x".repeat(61), /^At most 60 characters\. It has 61\.$/],
  ])("%s is refused in words", (slug, words) => {
    expect(slugProblem(slug, others)).toMatch(words);
  });

  test.each([
    ["How to use a model answer", "how-to-use-a-model-answer"],
    ["How to use", "how-to-use-2"],
    ["Terms", "terms-2"],
    ["Über uns: Größe", "uber-uns-grosse"],
    ["关于我们", "page"],
    ["x".repeat(90), "x".repeat(56)],
  ])("is made from the name %s", (label, slug) => {
    expect(newSlug(label, others)).toBe(slug);
    expect(slugProblem(slug, others)).toBeNull();
  });
});
