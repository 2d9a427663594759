import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { mix } from "#src/modules/checker/domain/hash.ts";
import { readModel } from "#src/modules/checker/domain/model.ts";
import { read, verdictOf } from "#src/modules/checker/domain/verdict.ts";
import { buildModel } from "./build-model.ts";
import type { Row } from "./corpus.ts";
import { makeDataset } from "./dataset.ts";
import { keepPromptsApart, leaveDomainsOut } from "./leave-out.ts";

const plain = "we saw that old dog by our gate last night and nobody knew who he was or where his people lived".split(
  " ",
);
const grand =
  "moreover fostering crucial insights underscores vital landscapes enabling robust seamless growth while ensuring lasting meaningful change".split(
    " ",
  );

/** A text of 90 words in sentences of ten; machines' texts here are of other words than people's. */
function textOf(seed: number, label: Row["label"]): string {
  const words = Array.from({ length: 90 }, (_, at) => {
    const by = mix(Math.imul(seed + 1, 0x9e3779b1) ^ at);
    const list = by % 3 === 0 ? plain : label === "ai" ? grand : plain;
    return list[(by >>> 8) % list.length] as string;
  });
  return words.map((word, at) => (at % 10 === 9 ? `${word}.` : word)).join(" ");
}

const kinds = [
  ["biscope", "review"],
  ["biscope", "fiction"],
  ["hppt", "academic-abstract"],
  ["lastde", "reddit"],
  ["m4", "m4-mixed"],
  ["outfox", "student-essay"],
] as const;

const rows = kinds.flatMap(([source, domain], kind) =>
  Array.from({ length: 40 }, (_, at): Row => {
    const label = at % 2 === 0 ? "human" : "ai";
    return {
      id: `${source}-${domain}-${at}`,
      text: textOf(kind * 1000 + at, label),
      label,
      generator: label === "ai" ? "some" : "human",
      domain,
      source,
      group: String(at),
      attack: "none",
      writer: "native?",
      fold: at % 5 === 0 ? "dev" : "train",
    };
  }),
);

function trained(): Uint8Array {
  const data = makeDataset(rows);
  return buildModel(data, { unseen: leaveDomainsOut(data, () => {}), apart: keepPromptsApart(data) });
}

test("training twice gives the same bytes, and a model that tells these texts apart", () => {
  const [one, other] = [trained(), trained()];
  const hash = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
  expect(hash(one)).toBe(hash(other));
  const model = readModel(one);
  if (!model) throw new Error("The model that was just written cannot be read.");
  const score = (label: Row["label"]): number => verdictOf(model, read(textOf(99_999, label))).score;
  expect(score("ai")).toBeGreaterThan(0.9);
  expect(score("human")).toBeLessThan(0.1);
});
