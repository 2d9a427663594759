/** One part of a form: its headers' names and its bytes, which must be read before the next part. */
export type Part = { name: string; filename: string | null; type: string | null; bytes: AsyncIterable<Buffer> };

const mostHeader = 8 * 1024;
const mostParts = 50;
const crlf = "\r\n";

export class MalformedForm extends Error {
  override name = "MalformedForm";
}

/** The boundary of a multipart form's Content-Type, or null. */
export const boundaryOf = (type: string | null): string | null => {
  const found = /^multipart\/form-data\s*;.*?boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i.exec(type ?? "");
  return found?.[1] ?? found?.[2] ?? null;
};

/** Reads a form (RFC 7578) part after part from a stream; never holds more than one chunk and one boundary. */
export async function* readParts(source: AsyncIterable<Uint8Array>, boundary: string): AsyncIterable<Part> {
  const input = openInput(source);
  const delimiter = Buffer.from(`${crlf}--${boundary}`);
  input.unread(Buffer.from(crlf));
  for await (const _ of until(input, delimiter)) throw new MalformedForm("The form does not begin with its boundary.");
  for (let count = 0; (await input.take(2)).toString("latin1") === crlf; count += 1) {
    if (count === mostParts) throw new MalformedForm("The form has too many parts.");
    const header = await readHeader(input);
    let read = false;
    const bytes = (async function* () {
      read = true;
      yield* until(input, delimiter);
    })();
    yield { ...header, bytes };
    if (!read) for await (const _ of bytes);
  }
}

type Input = {
  /** More bytes at the end of what is held; false at the end of the source. */
  more: () => Promise<boolean>;
  held: () => Buffer;
  drop: (count: number) => void;
  unread: (bytes: Buffer) => void;
  take: (count: number) => Promise<Buffer>;
};

function openInput(source: AsyncIterable<Uint8Array>): Input {
  const chunks = source[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  const more = async () => {
    const next = await chunks.next();
    if (next.done) return false;
    held = held.length === 0 ? Buffer.from(next.value) : Buffer.concat([held, next.value]);
    return true;
  };
  const drop = (count: number) => {
    held = held.subarray(count);
  };
  return {
    more,
    drop,
    held: () => held,
    unread: (bytes) => {
      held = Buffer.concat([bytes, held]);
    },
    take: async (count) => {
      while (held.length < count) if (!(await more())) throw new MalformedForm("The form ends too early.");
      const taken = held.subarray(0, count);
      drop(count);
      return taken;
    },
  };
}

/** Everything before the delimiter, which is taken away too. */
async function* until(input: Input, delimiter: Buffer): AsyncIterable<Buffer> {
  while (true) {
    const held = input.held();
    const at = held.indexOf(delimiter);
    if (at >= 0) {
      input.drop(at + delimiter.length);
      if (at > 0) yield held.subarray(0, at);
      return;
    }
    const safe = held.length - delimiter.length + 1;
    if (safe > 0) {
      input.drop(safe);
      yield held.subarray(0, safe);
    }
    if (!(await input.more())) throw new MalformedForm("The form ends too early.");
  }
}

async function readHeader(input: Input): Promise<Omit<Part, "bytes">> {
  const end = Buffer.from(crlf + crlf);
  for (let at = input.held().indexOf(end); ; at = input.held().indexOf(end)) {
    if (at >= 0) {
      const text = input.held().subarray(0, at).toString("utf8");
      input.drop(at + end.length);
      return headerOf(text);
    }
    if (input.held().length > mostHeader) throw new MalformedForm("A part of the form has a header that is too long.");
    if (!(await input.more())) throw new MalformedForm("The form ends too early.");
  }
}

/** Browsers write a quote in a name as %22 and line breaks as %0D%0A (HTML standard). */
function headerOf(text: string): Omit<Part, "bytes"> {
  const lines = text.split(crlf);
  const words = lines.find((line) => /^content-disposition:/i.test(line)) ?? "";
  const value = (found: RegExp) =>
    found
      .exec(words)?.[1]
      ?.replace(/%22/g, '"')
      .replace(/%0D|%0A/gi, " ");
  const name = value(/;\s*name="([^"]*)"/i);
  if (name === undefined) throw new MalformedForm("A part of the form has no name.");
  const type = lines.find((line) => /^content-type:/i.test(line))?.replace(/^content-type:\s*/i, "");
  return { name, filename: value(/;\s*filename="([^"]*)"/i) ?? null, type: type ?? null };
}
