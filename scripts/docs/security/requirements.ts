import { readFileSync } from "node:fs";

/** What stands behind a requirement: a test, a part of this page, another page, why it does not apply, or what is missing. */
type Proof = { kind: "test"; file: string; title: string } | { kind: "says" | "page" | "none" | "open"; text: string };
export type Requirement = { id: string; what: string; proof: Proof };
type Chapter = { name: string; rows: readonly Requirement[] };

const file = "scripts/docs/security/asvs.txt";
const kinds = /^(test|says|page|none|open) (.+)$/;

/** Lines `id | what | proof` under `# chapter`; a test is `test file :: title`. */
function readRow(line: string): Requirement {
  const [id = "", what = "", proved = "", ...more] = line.split(" | ");
  const [, kind, text = ""] = kinds.exec(proved) ?? [];
  if (!/^\d+\.\d+\.\d+$/.test(id) || what === "" || !kind || more.length > 0) throw new Error(`${file}: ${line}`);
  if (kind !== "test") return { id, what, proof: { kind: kind as "says", text } };
  const [at = "", title = ""] = text.split(" :: ");
  return { id, what, proof: { kind, file: at, title } };
}

export function readChapters(text = readFileSync(file, "utf8")): Chapter[] {
  return text
    .trim()
    .split(/\n*^# /m)
    .filter(Boolean)
    .map((part) => {
      const [name = "", ...lines] = part.split("\n");
      return { name, rows: lines.filter(Boolean).map(readRow) };
    });
}

export const countOf = (chapters: readonly Chapter[], ...wanted: readonly Proof["kind"][]): number =>
  chapters.flatMap(({ rows }) => rows).filter(({ proof }) => wanted.includes(proof.kind)).length;
