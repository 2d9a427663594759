/** The questions page as rows: what an admin edits instead of its Markdown. */
export type FaqRow = { readonly group: string; readonly ask: string; readonly answer: string };
/** `head`: what stands before the first group. */
export type FaqText = { readonly head: string; readonly rows: readonly FaqRow[] };

const group = /^##(?:[ \t]+(.*?))?[ \t]*$/;
const question = /^###(?:[ \t]+(.*?))?[ \t]*$/;
const fence = /^ {0,3}(?:```|~~~)/;

type Mark = { kind: "group" | "question"; words: string };

/** What each line begins; inside of a block of code none begins anything. */
function marksOf(lines: readonly string[]): (Mark | null)[] {
  let inCode = false;
  return lines.map((line) => {
    if (fence.test(line)) inCode = !inCode;
    if (inCode) return null;
    const asked = question.exec(line);
    if (asked) return { kind: "question", words: asked[1] ?? "" };
    const named = group.exec(line);
    return named && { kind: "group", words: named[1] ?? "" };
  });
}

/** The rows of a text; null: something stands outside of its questions, so it is edited as a text. */
export function faqRows(text: string): FaqText | null {
  const lines = text.split("\n");
  const marks = marksOf(lines);
  const head: string[] = [];
  const rows: { group: string; ask: string; lines: string[] }[] = [];
  let named: string | null = null;
  let open = head;
  const between: string[] = [];
  for (const [at, line] of lines.entries()) {
    const mark = marks[at];
    if (!mark) open.push(line);
    else if (mark.kind === "group") {
      named = mark.words;
      open = between;
    } else {
      if (named === null) return null;
      open = [];
      rows.push({ group: named, ask: mark.words, lines: open });
    }
  }
  if (between.some((line) => line.trim() !== "")) return null;
  const answered = rows.map(({ lines: answer, ...row }) => ({ ...row, answer: answer.join("\n").trim() }));
  return { head: head.join("\n").trim(), rows: answered };
}

/** The number of the question that a line stands in; null: it stands before the first. */
export function questionAt(text: string, line: number): string | null {
  const asked = marksOf(text.split("\n").slice(0, line)).filter((mark) => mark?.kind === "question");
  return asked.length === 0 ? null : `Question ${asked.length}`;
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** A line of an answer that would begin a group or a question is a smaller title. */
function within(answer: string): string {
  const lines = answer.trim().split("\n");
  const marks = marksOf(lines);
  return lines.map((line, at) => (marks[at] ? line.replace(/^#+/, "####") : line)).join("\n");
}

/** The Markdown of rows: each group once, where it is first named. */
export function faqText({ head, rows }: FaqText): string {
  const groups = Map.groupBy(rows, (row) => oneLine(row.group));
  const parts = [...groups].flatMap(([named, of]) => [
    `## ${named}`,
    ...of.flatMap(({ ask, answer }) => [`### ${oneLine(ask)}`, within(answer)]),
  ]);
  return `${[head, ...parts]
    .map((part) => part.trim())
    .filter(Boolean)
    .join("\n\n")}\n`;
}

/** What the button of a row asks for, and of which row. */
export function rowStep(step: string) {
  const [, what, at = ""] = /^row:(add|delete|up|down)(?::(\d{1,3}))?$/.exec(step) ?? [];
  return { what, at: Number(at) };
}

/** A step of the rows: one more at the end, or one of them deleted or moved over its neighbour. */
export function faqStep(rows: readonly FaqRow[], step: string): readonly FaqRow[] {
  const { what, at: from } = rowStep(step);
  if (what === "add") return [...rows, { group: rows.at(-1)?.group ?? "Questions", ask: "", answer: "" }];
  if (what === "delete") return rows.filter((_, nth) => nth !== from);
  const to = what === "up" ? from - 1 : from + 1;
  const [row, other] = [rows[from], rows[to]];
  if (!what || !row || !other) return rows;
  // Over the edge of a group a row goes into the next one.
  if (row.group !== other.group) return rows.map((one) => (one === row ? { ...row, group: other.group } : one));
  return rows.map((one) => (one === row ? other : one === other ? row : one));
}
