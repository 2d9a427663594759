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
      metadata: { filename: "work.bin", purpose: "order" },
      onProgress: (sent) => onSent?.(sent),
      // Whatever a dying server answers is tried again; the counts of the limits are not what is tested here.
      onShouldRetry: () => true,
      onError: fail,
      onSuccess: () => done({ id: upload.url?.split("/").at(-1) ?? "", sha256: sha256(bytes) }),
    });
    upload.start();
  });

type Line = { url: () => string; cookie: string; bytes: Uint8Array };
type Strike = { at: number; fall: () => Promise<void> };

const headersOf = (url: string, cookie: string, more: Record<string, string> = {}) => ({
  cookie,
  origin: url,
  "tus-resumable": "1.0.0",
  ...more,
});

/** An answer, however long the server is away. */
async function answered(ask: () => Promise<Response>): Promise<Response> {
  for (const until = Date.now() + 5 * 60_000; Date.now() < until; ) {
    const answer = await ask().catch(() => null);
    if (answer && answer.status < 500 && answer.status !== 423) return answer;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error("The server did not answer for five minutes.");
}

/** Sends a file chunk by chunk; when byte `at` goes out, `fall` brings the server down in the middle of it. */
export async function sendThrough({ url, cookie, bytes }: Line, strike: Strike): Promise<Sent> {
  const begun = await answered(() =>
    fetch(`${url()}/files`, {
      method: "POST",
      headers: headersOf(url(), cookie, {
        "upload-length": String(bytes.length),
        "upload-metadata": `filename ${btoa("work.bin")},purpose ${btoa("order")}`,
      }),
    }),
  );
  const path = begun.headers.get("location");
  if (!path) throw new Error(`The upload was not begun: ${begun.status}`);
  let fallen: Promise<void> | undefined;
  const streamOf = (from: number, to: number) => {
    let at = from;
    return new ReadableStream({
      pull: (controller) => {
        const next = Math.min(at + 65_536, to);
        if (strike.at < next && !fallen) fallen = strike.fall();
        controller.enqueue(new Uint8Array(bytes.subarray(at, next)));
        at = next;
        if (at === to) controller.close();
      },
    });
  };
  const type = "application/offset+octet-stream";
  for (let chunk = 262_144; ; chunk = Math.min(chunk * 2, 33_554_432)) {
    const head = await answered(() => fetch(url() + path, { method: "HEAD", headers: headersOf(url(), cookie) }));
    const at = Number(head.headers.get("upload-offset") ?? Number.NaN);
    expect(head.status).toBe(200);
    if (at === bytes.length) break;
    await fetch(url() + path, {
      method: "PATCH",
      headers: headersOf(url(), cookie, { "upload-offset": String(at), "content-type": type }),
      body: streamOf(at, Math.min(at + chunk, bytes.length)),
      duplex: "half",
    } as RequestInit).catch(() => null);
    await fallen;
  }
  if (!fallen) fallen = strike.fall();
  await fallen;
  return { id: path.replace("/files/", ""), sha256: sha256(bytes) };
}

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
