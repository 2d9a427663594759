import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Answer, answer, emptyStore, refuseSignature, type Store } from "./s3/store.ts";

export type FakeS3 = {
  url: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  store: Store;
  close: () => Promise<void>;
};

type Wishes = {
  /** A status to answer instead, before anything is done; undefined continues. */
  fail?: (method: string, url: URL) => number | undefined;
  /** False: somebody has to make the bucket first. */
  made?: boolean;
};

/** A small store that speaks S3: one bucket in memory, multipart uploads, ranges, signature version 4 checked. */
export async function startS3({ fail, made = true }: Wishes = {}): Promise<FakeS3> {
  const bucket = "paperwright";
  const keys = { accessKeyId: "a-key-for-tests", secretAccessKey: "a-secret-for-tests" };
  const store = emptyStore(made);
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const url = new URL(request.url ?? "/", `http://${request.headers.host}`);
    const method = request.method ?? "GET";
    const status = fail?.(method, url);
    const wrong = refuseSignature({ method, url, headers: request.headers, body }, keys);
    const said: Answer = status
      ? { status, body: "<Error><Code>Asked</Code><Message>The test asked for it.</Message></Error>" }
      : wrong
        ? { status: 403, body: `<Error><Code>${wrong}</Code><Message>${wrong}</Message></Error>` }
        : answer(store, bucket, { method, url, headers: request.headers, body });
    response.writeHead(said.status, { "content-type": "application/xml", ...said.headers });
    response.end(method === "HEAD" ? undefined : said.body);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    bucket,
    ...keys,
    store,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
