import { escapeHtml } from "#src/shared/characters.ts";

/** One file of a case file; its parts are made when they are asked for. */
export type CaseEntry = { path: string; parts: AsyncIterable<string | Uint8Array> };

/** A file whose text is there already. */
export const textEntry = (path: string, text: string): CaseEntry => ({ path, parts: one(text) });

async function* one(text: string): AsyncGenerator<string> {
  yield text;
}

const style =
  "body{font:17px/26px Georgia,serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#161b2a}" +
  "h1{font-size:1.8rem;line-height:1.2}h2{font-size:1.2rem;margin-top:2rem;border-top:1px solid #999;padding-top:1rem}" +
  "dt{color:#555964}dd{margin:0 0 .6rem}.said{white-space:pre-wrap;overflow-wrap:anywhere}" +
  "small{color:#555964}li{margin-bottom:.8rem}";

/** The beginning of a page that stands alone: it loads nothing. */
export const pageStart = (title: string): string =>
  `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${style}</style></head>\n<body><h1>${escapeHtml(title)}</h1>\n`;

export const pageEnd = "</body></html>\n";

export const heading = (text: string): string => `<h2>${escapeHtml(text)}</h2>\n`;
export const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>\n`;
/** Words of a person, line ends kept. */
export const prose = (text: string): string => `<p class="said" dir="auto">${escapeHtml(text)}</p>\n`;

type Facts = Readonly<Record<string, string | number | null | undefined>>;

/** Names and values; what has no value is left out. */
export function facts(rows: Facts): string {
  const shown = Object.entries(rows).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const lines = shown.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(String(value))}</dd>`);
  return `<dl>\n${lines.join("\n")}\n</dl>\n`;
}

/** One entry: who did it, when, and the text. */
export const saidLine = (head: string, text: string | null, note = ""): string =>
  `<section><p><b>${escapeHtml(head)}</b>${note && `<br><small>${escapeHtml(note)}</small>`}</p>${text ? prose(text) : ""}</section>\n`;
