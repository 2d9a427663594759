/** What a button of the toolbar puts around or before the chosen words. */
const marks = ["heading", "bold", "italic", "link", "list", "numbers", "quote"] as const;
export type Mark = (typeof marks)[number];

/** A text with what is chosen in it. */
export type Chosen = { readonly text: string; readonly start: number; readonly end: number };

const around = { bold: "**", italic: "*" } as const;

const before: Readonly<Record<Exclude<Mark, keyof typeof around | "link">, (at: number) => string>> = {
  heading: () => "## ",
  list: () => "- ",
  numbers: (at) => `${at + 1}. `,
  quote: () => "> ",
};

const marked = /^(?:#{1,6} |- |\d+\. |> )/;

function wrapped({ text, start, end }: Chosen, mark: string): Chosen {
  const [left, words, right] = [text.slice(0, start), text.slice(start, end), text.slice(end)];
  const size = mark.length;
  // Bold words end in a star as well: one star is italic only where no second stands beside it.
  const isInside = left.endsWith(mark) && right.startsWith(mark) && (size > 1 || !left.endsWith("**"));
  if (isInside) return { text: left.slice(0, -size) + words + right.slice(size), start: start - size, end: end - size };
  return { text: left + mark + words + mark + right, start: start + size, end: end + size };
}

/**
 * All lines that are chosen get the mark; where all have it, it goes. Another mark of a line is replaced. A line that is
 * chosen with its end does not choose the next one.
 */
function lined({ text, start, end: chosenTo }: Chosen, mark: (at: number) => string): Chosen {
  const end = chosenTo > start && text[chosenTo - 1] === "\n" ? chosenTo - 1 : chosenTo;
  const from = text.slice(0, start).lastIndexOf("\n") + 1;
  const next = text.indexOf("\n", end);
  const to = next === -1 ? text.length : next;
  const lines = text.slice(from, to).split("\n");
  const has = lines.every((line, at) => line.startsWith(mark(at)));
  const changed = lines.map((line, at) => (has ? line.slice(mark(at).length) : mark(at) + line.replace(marked, "")));
  const words = changed.join("\n");
  const isOne = lines.length === 1;
  const moved = words.length - (to - from);
  return {
    text: text.slice(0, from) + words + text.slice(to),
    start: isOne ? Math.max(from, start + moved) : from,
    end: isOne ? Math.max(from, end + moved) : from + words.length,
  };
}

const address = "https://";

/** The address of the new link is chosen, to be typed over. */
function linked({ text, start, end }: Chosen): Chosen {
  const words = text.slice(start, end) || "words";
  const at = start + words.length + 3;
  return {
    text: `${text.slice(0, start)}[${words}](${address})${text.slice(end)}`,
    start: at,
    end: at + address.length,
  };
}

/** The text after a button of the toolbar, with what is chosen then. */
export function withMark(chosen: Chosen, mark: Mark): Chosen {
  if (mark === "link") return linked(chosen);
  return mark === "bold" || mark === "italic" ? wrapped(chosen, around[mark]) : lined(chosen, before[mark]);
}

/** What has to be typed over a part of one text to make it the other. */
export function typedOver(before: string, now: string): { from: number; to: number; piece: string } {
  const most = Math.min(before.length, now.length);
  let from = 0;
  while (from < most && before[from] === now[from]) from += 1;
  let same = 0;
  while (same < most - from && before.at(-1 - same) === now.at(-1 - same)) same += 1;
  return { from, to: before.length - same, piece: now.slice(from, now.length - same) };
}

const called = /\{\{[^{}\n]{0,60}$/;

/** Whether braces stand open before the cursor: somebody asks for a placeholder. */
export const isCalled = (left: string): boolean => called.test(left);

/** A placeholder at the cursor, over what was typed to call for it. */
export function withPlaceholder({ text, start, end }: Chosen, name: string): Chosen {
  const left = text.slice(0, start).replace(called, "");
  const at = left.length + name.length + 4;
  return { text: `${left}{{${name}}}${text.slice(end)}`, start: at, end: at };
}
