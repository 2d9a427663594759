/** One file of a case file; its parts are made when they are asked for. */
export type CaseEntry = { path: string; parts: AsyncIterable<string | Uint8Array> };

/** A file whose text is there already. */
export const textEntry = (path: string, text: string): CaseEntry => ({ path, parts: one(text) });

async function* one(text: string): AsyncGenerator<string> {
  yield text;
}
