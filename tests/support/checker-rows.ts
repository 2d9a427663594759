import { mix } from "#src/modules/checker/domain/ngrams.ts";
import type { Row } from "../../scripts/checker/dataset.ts";

const plain = "we saw that old dog by our gate last night and nobody knew who he was or where his people lived".split(
  " ",
);
const grand =
  "moreover fostering crucial insights underscores vital landscapes enabling robust seamless growth while ensuring lasting meaningful change".split(
    " ",
  );

/** A text of 90 words in sentences of ten; machines' texts here are of other words than people's. */
export function textOf(seed: number, label: Row["label"]): string {
  const words = Array.from({ length: 90 }, (_, at) => {
    const by = mix(Math.imul(seed + 1, 0x9e3779b1) ^ at);
    const list = by % 3 === 0 ? plain : label === "ai" ? grand : plain;
    return list[(by >>> 8) % list.length] as string;
  });
  return words.map((word, at) => (at % 10 === 9 ? `${word}.` : word)).join(" ");
}

type Made = { source: string; domain: string; generator: string; number: number; seed: number };

/** A row of a made corpus: every fifth is of the prompts that are kept apart. */
export function madeRow({ source, domain, generator, number, seed }: Made): Row {
  const label = generator === "human" ? "human" : "ai";
  return {
    id: `${source}-${domain}-${generator}-${number}`,
    text: textOf(seed, label),
    label,
    generator,
    domain,
    source,
    group: String(number),
    attack: "none",
    writer: "native?",
    fold: number % 5 === 0 ? "dev" : "train",
  };
}
