import { type FaqPage, faqPages } from "#src/modules/operator/index.ts";
import { counted } from "#src/shared/counted.ts";

/** The questions page as rows: what an admin edits instead of its Markdown. `on`: the other pages that show it. */
export type FaqRow = {
  readonly group: string;
  readonly ask: string;
  readonly answer: string;
  readonly on: readonly FaqPage[];
};
/** `head`: what stands before the first group. */
export type FaqText = { readonly head: string; readonly rows: readonly FaqRow[] };

const group = /^##(?:[ \t]+(.*?))?[ \t]*$/;
const question = /^###(?:[ \t]+(.*?))?[ \t]*$/;
const fence = /^ {0,3}(?:```|~~~)/;

const shownOn = new RegExp(`^(.*?)[ \\t]*\\{on: *((?:${faqPages.join("|")})(?:, *(?:${faqPages.join("|")}))*)\\}$`);

/** A question, and the mark at its end that names other pages; a mark that names none of them stays in its words. */
function askedOn(words: string): Pick<FaqRow, "ask" | "on"> {
  const [, ask, places = ""] = shownOn.exec(words) ?? [];
  return ask === undefined ? { ask: words, on: [] } : { ask, on: faqPages.filter((one) => places.includes(one)) };
}

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
  const rows: (Omit<FaqRow, "answer"> & { lines: string[] })[] = [];
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
      rows.push({ group: named, ...askedOn(mark.words), lines: open });
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
    ...of.flatMap(({ ask, on, answer }) => [
      `### ${oneLine(ask)}${on.length > 0 ? ` {on: ${on.join(", ")}}` : ""}`,
      within(answer),
    ]),
  ]);
  return `${[head, ...parts]
    .map((part) => part.trim())
    .filter(Boolean)
    .join("\n\n")}\n`;
}

/** What the button of a row asks for, and of which row. */
export function rowStep(step: string) {
  const [, what, at = ""] = /^row:(add|delete|put|up|down)(?::(\d{1,3}))?$/.exec(step) ?? [];
  return { what, at: Number(at) };
}

/** A step of the rows: one more at the end, one of them deleted or moved over its neighbour, or `back` put where it was. */
export function faqStep(rows: readonly FaqRow[], step: string, back?: FaqRow): readonly FaqRow[] {
  const { what, at: from } = rowStep(step);
  if (what === "add") return [...rows, { group: rows.at(-1)?.group ?? "Questions", ask: "", answer: "", on: [] }];
  if (what === "put") return back ? rows.toSpliced(from, 0, back) : rows;
  if (what === "delete") return rows.filter((_, nth) => nth !== from);
  return what ? movedRow(rows, from, what === "up" ? from - 1 : from + 1) : rows;
}

/** A row goes over its neighbour; over the edge of its group it goes into the neighbour's group first. */
export function movedRow<Row extends FaqRow>(rows: readonly Row[], from: number, to: number): readonly Row[] {
  const [row, other] = [rows[from], rows[to]];
  if (!row || !other) return rows;
  if (row.group !== other.group) return rows.map((one) => (one === row ? { ...row, group: other.group } : one));
  return rows.map((one) => (one === row ? other : one === other ? row : one));
}

/** The length of the longest run of places that keeps its order. */
function inOrder(places: readonly number[]): number {
  const ends: number[] = [];
  for (const place of places) {
    const at = ends.findIndex((end) => end >= place);
    ends[at === -1 ? ends.length : at] = place;
  }
  return ends.length;
}

/** What a draft changes of the questions, each as a noun: "1 answer", "the place of 2 questions". */
export function faqChanges(before: FaqText, now: FaqText): string[] {
  const old = new Map(before.rows.map((row, at) => [row.ask, { row, at }]));
  const kept = now.rows.flatMap((row) => {
    const was = old.get(row.ask);
    return was ? [{ row, was }] : [];
  });
  const differ = (part: (row: FaqRow) => string) => kept.filter(({ row, was }) => part(row) !== part(was.row)).length;
  const moved = kept.length - inOrder(kept.map(({ was }) => was.at));
  const questions = (many: number, what: string) => (many > 0 ? [`${what} of ${counted(many, "question")}`] : []);
  const many = (count: number, what: string) => (count > 0 ? [counted(count, what)] : []);
  return [
    ...(before.head === now.head ? [] : ["title and first sentence"]),
    ...many(now.rows.length - kept.length, "new question"),
    ...many(before.rows.length - kept.length, "removed question"),
    ...many(
      differ(({ answer }) => answer),
      "answer",
    ),
    ...questions(moved, "place"),
    ...questions(
      differ(({ group: named }) => named),
      "group",
    ),
    ...questions(
      differ(({ on }) => on.join()),
      "other pages",
    ),
  ];
}
