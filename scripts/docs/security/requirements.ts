import { existsSync, readFileSync } from "node:fs";

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

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** What is wrong with a proof; null when it is there. `page` is the text of the printed page. */
export function faultOf({ proof }: Requirement, page: string): string | null {
  if (proof.kind === "says") return page.includes(`\n## ${proof.text}\n`) ? null : `no part "${proof.text}"`;
  if (proof.kind === "page") return existsSync(proof.text) ? null : `no page ${proof.text}`;
  if (proof.kind !== "test") return null;
  if (!existsSync(proof.file)) return `no file ${proof.file}`;
  // A title stands first in a call, with its quotes; a quote inside may be escaped.
  const title = escaped(proof.title).replace(/["'`]/g, "\\\\?$&");
  const called = new RegExp(`\\(\\s*(["'\`])${title}\\1\\s*,`);
  return called.test(readFileSync(proof.file, "utf8")) ? null : `no test "${proof.title}" in ${proof.file}`;
}

export const countOf = (chapters: readonly Chapter[], ...wanted: readonly Proof["kind"][]): number =>
  chapters.flatMap(({ rows }) => rows).filter(({ proof }) => wanted.includes(proof.kind)).length;
