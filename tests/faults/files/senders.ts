import { createHash } from "node:crypto";
import { Upload } from "tus-js-client";
import { expect } from "vitest";

export type Sent = { id: string; sha256: string };

export const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

type Wish = { url: string; cookie: string; bytes: Uint8Array; chunk?: number; onSent?: (bytes: number) => void };

/** Sends a file by tus-js-client, which tries again as long as it takes; gives its id once the last byte is answered. */
export const sendFile = ({ url, cookie, bytes, chunk = 4 * 1024 * 1024, onSent }: Wish): Promise<Sent> =>
  new Promise((done, fail) => {
    const upload = new Upload(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), {
      endpoint: `${url}/files`,
      chunkSize: chunk,
      retryDelays: Array.from({ length: 400 }, () => 100),
      headers: { cookie, origin: url },
      metadata: { filename: "work.bin", place: "order" },
      onProgress: (sent) => onSent?.(sent),
      // Whatever a dying server answers is tried again; the counts of the limits are not what is tested here.
      onShouldRetry: () => true,
      onError: fail,
      onSuccess: () => done({ id: upload.url?.split("/").at(-1) ?? "", sha256: sha256(bytes) }),
    });
    upload.start();
  });

/** The owner reads the very bytes that were sent. */
export async function expectSame(url: string, cookie: string, { id, sha256: wanted }: Sent): Promise<void> {
  const answer = await fetch(`${url}/files/${id}/work.bin`, { headers: { cookie } });
  expect(answer.status).toBe(200);
  const hash = createHash("sha256");
  for await (const chunk of answer.body ?? []) hash.update(chunk);
  expect(hash.digest("hex")).toBe(wanted);
}

export const removeFile = (url: string, cookie: string, id: string): Promise<Response> =>
  fetch(`${url}/files/${id}`, { method: "DELETE", headers: { cookie, origin: url, "tus-resumable": "1.0.0" } });
