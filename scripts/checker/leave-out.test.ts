import { expect, test } from "vitest";
import { isFullRun } from "#tests/support/full-run.ts";
import { madeRow } from "../../tests/support/checker-rows.ts";
import { makeDataset } from "./dataset.ts";
import { leaveDomainsOut, newestLeftOut, stackOf } from "./leave-out.ts";
import { limitsOf } from "./limits.ts";

/** Models of 2026, and how many debates each gave. */
const debates: Readonly<Record<string, number>> = {
  "claude-opus-4-6-0K": 3,
  "gpt-5.4-high": 4,
  "gpt-oss-120b": 2,
  "gemini-3.1-flash-lite-preview": 5,
  "grok-4.20-beta-0309-reasoning": 6,
  "glm-5": 7,
  "kimi-k2.5": 8,
  "deepseek-v32-exp": 9,
  "qwen3.5-397b-a17b": 10,
  "mistral-large-2512": 11,
  "mimo-v2.5-pro": 12,
  "ernie-5": 13,
  "hy3-preview-high": 14,
};

const kinds = [
  ["biscope", "review"],
  ["biscope", "fiction"],
  ["hppt", "academic-abstract"],
  ["outfox", "student-essay"],
] as const;

const rows = [
  ...kinds.flatMap(([source, domain], kind) =>
    Array.from({ length: 80 }, (_, number) => {
      const generator = number % 2 === 0 ? "human" : "gpt-4";
      return madeRow({ source, domain, generator, number, seed: kind * 1000 + number });
    }),
  ),
  ...Object.entries(debates).flatMap(([generator, count], model) =>
    Array.from({ length: count }, (_, number) =>
      madeRow({
        source: "debate2026",
        domain: "argument-debate",
        generator,
        number,
        seed: 9000 + model * 100 + number,
      }),
    ),
  ),
];

test.runIf(isFullRun)(
  "each model of 2026 is left out once, with those of its maker, and held against the people kept apart",
  () => {
    const data = makeDataset(rows);
    const unseen = leaveDomainsOut(data, () => {});
    const page = newestLeftOut(
      { data, stack: stackOf(unseen), limits: limitsOf({ unseen: [], known: [], sources: [] }) },
      () => {},
    );
    const counts = [...page.matchAll(/^\| ([^|]+) \| (\d+) \| (\d+) \|/gm)].map(([, name, people, machines]) => [
      name,
      Number(people),
      Number(machines),
    ]);
    const apart = rows.filter(({ label, fold }) => label === "human" && fold === "dev").length;
    const all = Object.values(debates).reduce((sum, one) => sum + one, 0);
    expect(counts.slice(0, 2)).toEqual([
      ["**all models of 2026 at once**", apart, all],
      ["**left out by name, together**", 4 * apart, all],
    ]);
    const makers = counts.slice(2);
    expect(makers).toContainEqual(["OpenAI", apart, 6]);
    expect(makers.map(([name]) => name)).toHaveLength(12);
    expect(new Set(makers.map(([, people]) => people))).toEqual(new Set([apart]));
    expect(makers.reduce((sum, [, , machines]) => sum + Number(machines), 0)).toBe(all);
  },
);
