import { randomFillSync } from "node:crypto";
import { type Agent, type IncomingHttpHeaders, request } from "node:http";

const mib = 1024 * 1024;
export const fileSize = 200 * mib;
export const fileBytes: Buffer = randomFillSync(Buffer.alloc(fileSize));

type Answer = { status: number; headers: IncomingHttpHeaders; bytes: number };
type Ask = { method: string; headers: Record<string, string>; body?: Uint8Array; agent: Agent };

/** One request; the answer's bytes are counted and thrown away. */
export const ask = (url: string, { method, headers, body, agent }: Ask): Promise<Answer> =>
  new Promise((done, fail) => {
    const length = body ? { "content-length": String(body.length) } : {};
    const asked = request(url, { method, agent, headers: { ...headers, ...length } }, (answer) => {
      let bytes = 0;
      answer.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on("error", fail);
      answer.on("end", () => done({ status: answer.statusCode ?? 0, headers: answer.headers, bytes }));
    });
    asked.on("error", fail);
    asked.end(body);
  });

export const must = (answer: Answer, status: number, what: string): Answer => {
  if (answer.status !== status) throw new Error(`${what} answered ${answer.status}`);
  return answer;
};

type Sender = { url: string; own: Record<string, string>; agent: Agent; size?: number };

/** One file by tus with the chunks of the product's own client: 256 KB, doubling while below 32 MB. @returns its path. */
export async function sendByTus({ url, own, agent, size = fileSize }: Sender): Promise<string> {
  const headers = { "tus-resumable": "1.0.0", ...own };
  const metadata = `filename ${btoa("work.bin")},purpose ${btoa("order")}`;
  const announced = { ...headers, "upload-length": String(size), "upload-metadata": metadata };
  const begun = must(await ask(`${url}/files`, { method: "POST", headers: announced, agent }), 201, "a new upload");
  const path = new URL(begun.headers.location ?? "", url).pathname;
  let at = 0;
  for (let chunk = 262_144; at < size; chunk = Math.min(33_554_432, chunk * 2)) {
    const body = fileBytes.subarray(at, Math.min(at + chunk, size));
    const about = { ...headers, "upload-offset": String(at), "content-type": "application/offset+octet-stream" };
    const sent = must(await ask(url + path, { method: "PATCH", headers: about, body, agent }), 204, "a chunk");
    at += body.length;
    if (Number(sent.headers["upload-offset"]) !== at) throw new Error("an offset is wrong");
  }
  return path;
}

/** Takes a file back. */
export const withdrawUpload = ({ url, own, agent }: Sender, path: string): Promise<Answer> =>
  ask(url + path, { method: "DELETE", headers: { "tus-resumable": "1.0.0", ...own }, agent });

/** Does `one` for `seconds`, at least once; megabytes a second. What it gives back is done outside of the time. */
export async function forSeconds(
  seconds: number,
  megabytes: number,
  one: () => Promise<() => Promise<unknown>>,
): Promise<{ value: number; count: number }> {
  let spent = 0;
  let count = 0;
  while (spent < seconds * 1000) {
    const began = performance.now();
    const after = await one();
    spent += performance.now() - began;
    count += 1;
    await after();
  }
  return { value: (count * megabytes) / (spent / 1000), count };
}
