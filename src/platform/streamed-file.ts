import { fileToKeep } from "./respond.ts";

/** A file that is sent while it is made: the next part is made when the receiver has taken the one before. */
export function streamedFile(
  parts: AsyncGenerator<string | Uint8Array>,
  file: { type: string; name: string },
): Response {
  const bytes = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    pull: async (out) => {
      const { done, value } = await parts.next();
      if (done) out.close();
      else out.enqueue(typeof value === "string" ? bytes.encode(value) : value);
    },
    cancel: () => void parts.return(undefined),
  });
  return fileToKeep(body, file);
}
