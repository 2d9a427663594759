import { fileToKeep } from "./respond.ts";

/** Parts as a stream: the next part is made when the receiver has taken the one before. */
export function streamOf(parts: AsyncGenerator<string | Uint8Array>): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    pull: async (out) => {
      const { done, value } = await parts.next();
      if (done) out.close();
      else out.enqueue(typeof value === "string" ? bytes.encode(value) : value);
    },
    cancel: () => void parts.return(undefined),
  });
}

/** A file that is sent while it is made. */
export const streamedFile = (
  parts: AsyncGenerator<string | Uint8Array>,
  file: { type: string; name: string },
): Response => fileToKeep(streamOf(parts), file);
