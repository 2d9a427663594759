import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

type Thing = { body: Buffer; at: Date };
type Multipart = { key: string; at: Date; parts: Map<number, Buffer> };
type Store = { made: boolean; objects: Map<string, Thing>; uploads: Map<string, Multipart> };
type Answer = { status: number; body?: string | Buffer; headers?: Record<string, string> };

/** `made`: the bucket is there. */
const emptyStore = (made: boolean): Store => ({ made, objects: new Map(), uploads: new Map() });

const leastPart = 5 * 1024 * 1024;
const etagOf = (body: Buffer) => `"${createHash("md5").update(body).digest("hex")}"`;
const xml = (name: string, inner: string): Answer => ({
  status: 200,
  body: `<?xml version="1.0" encoding="UTF-8"?><${name} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inner}</${name}>`,
});
const no = (status: number, code: string): Answer => ({
  status,
  body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
});

/** What the store answers; the bucket's name stands in the path. */
function answer(store: Store, bucket: string, { method, url, headers, body }: Asked): Answer {
  const [, first = "", ...rest] = decodeURIComponent(url.pathname).split("/");
  if (first !== bucket) return no(404, "NoSuchBucket");
  const key = rest.join("/");
  const query = url.searchParams;
  if (key === "" && method === "PUT") store.made = true;
  if (!store.made) return no(404, "NoSuchBucket");
  if (key === "" && method !== "GET") return { status: 200 };
  if (key === "") return query.has("uploads") ? listUploads(store, query) : listObjects(store, query);
  const upload = query.get("uploadId");
  if (upload !== null) return multipart(store, key, upload, method, query, body);
  if (method === "POST" && query.has("uploads")) return begin(store, key);
  if (method === "PUT") {
    store.objects.set(key, { body, at: new Date() });
    return { status: 200, headers: { etag: etagOf(body) } };
  }
  if (method === "DELETE") {
    store.objects.delete(key);
    return { status: 204 };
  }
  return read(store.objects.get(key), headers.range);
}

function read(thing: Thing | undefined, range: string | undefined): Answer {
  if (!thing) return no(404, "NoSuchKey");
  const { body, at } = thing;
  const all = { etag: etagOf(body), "last-modified": at.toUTCString(), "accept-ranges": "bytes" };
  const asked = /^bytes=(\d+)-(\d*)$/.exec(range ?? "");
  if (!asked) return { status: 200, body, headers: { ...all, "content-length": String(body.length) } };
  const start = Number(asked[1]);
  const end = Math.min(asked[2] ? Number(asked[2]) : body.length - 1, body.length - 1);
  if (start > end) return no(416, "InvalidRange");
  const part = body.subarray(start, end + 1);
  const where = `bytes ${start}-${end}/${body.length}`;
  return {
    status: 206,
    body: part,
    headers: { ...all, "content-range": where, "content-length": String(part.length) },
  };
}

function begin(store: Store, key: string): Answer {
  const id = randomBytes(12).toString("hex");
  store.uploads.set(id, { key, at: new Date(), parts: new Map() });
  return xml("InitiateMultipartUploadResult", `<Key>${key}</Key><UploadId>${id}</UploadId>`);
}

function multipart(
  store: Store,
  key: string,
  id: string,
  method: string,
  query: URLSearchParams,
  body: Buffer,
): Answer {
  const upload = store.uploads.get(id);
  if (upload?.key !== key) return no(404, "NoSuchUpload");
  if (method === "PUT") {
    upload.parts.set(Number(query.get("partNumber")), body);
    return { status: 200, headers: { etag: etagOf(body) } };
  }
  if (method === "DELETE") {
    store.uploads.delete(id);
    return { status: 204 };
  }
  if (method === "GET") return listParts(upload);
  const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map((m) => Number(m[1]));
  const parts = named.map((number) => upload.parts.get(number));
  if (parts.length === 0 || parts.some((part) => !part)) return no(400, "InvalidPart");
  if (parts.slice(0, -1).some((part) => (part?.length ?? 0) < leastPart)) return no(400, "EntityTooSmall");
  const whole = Buffer.concat(parts.flatMap((part) => (part ? [part] : [])));
  store.objects.set(key, { body: whole, at: new Date() });
  store.uploads.delete(id);
  return xml("CompleteMultipartUploadResult", `<Key>${key}</Key><ETag>${etagOf(whole)}</ETag>`);
}

function listParts({ parts }: Multipart): Answer {
  const rows = [...parts].map(
    ([number, part]) =>
      `<Part><PartNumber>${number}</PartNumber><ETag>${etagOf(part)}</ETag><Size>${part.length}</Size></Part>`,
  );
  return xml("ListPartsResult", `<IsTruncated>false</IsTruncated>${rows.join("")}`);
}

function listObjects(store: Store, query: URLSearchParams): Answer {
  const prefix = query.get("prefix") ?? "";
  const delimiter = query.get("delimiter");
  const found = [...store.objects].filter(([key]) => key.startsWith(prefix));
  const end = (key: string) => (delimiter ? key.indexOf(delimiter, prefix.length) : -1);
  const folders = new Set(found.flatMap(([key]) => (end(key) < 0 ? [] : [key.slice(0, end(key) + 1)])));
  const rows = found
    .filter(([key]) => end(key) < 0)
    .map(
      ([key, { body, at }]) =>
        `<Contents><Key>${key}</Key><Size>${body.length}</Size><LastModified>${at.toISOString()}</LastModified></Contents>`,
    );
  const common = [...folders].map((folder) => `<CommonPrefixes><Prefix>${folder}</Prefix></CommonPrefixes>`);
  const count = rows.length + common.length;
  return xml(
    "ListBucketResult",
    `<IsTruncated>false</IsTruncated><KeyCount>${count}</KeyCount>${rows.join("")}${common.join("")}`,
  );
}

function listUploads(store: Store, query: URLSearchParams): Answer {
  const rows = [...store.uploads]
    .filter(([, { key }]) => key.startsWith(query.get("prefix") ?? ""))
    .map(
      ([id, { key, at }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${at.toISOString()}</Initiated></Upload>`,
    );
  return xml("ListMultipartUploadsResult", `<IsTruncated>false</IsTruncated>${rows.join("")}`);
}

type Asked = { method: string; url: URL; headers: IncomingHttpHeaders; body: Buffer };
type Keys = { accessKeyId: string; secretAccessKey: string };

const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest("hex");
const hmac = (key: Buffer | string, data: string) => createHmac("sha256", key).update(data).digest();
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** The error code of a request that is not signed as version 4 asks (header form), or null. */
function refuseSignature({ method, url, headers, body }: Asked, keys: Keys): string | null {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? "",
    );
  if (!given) return "AccessDenied";
  const [, id, day = "", region = "", names = "", signature = ""] = given;
  if (id !== keys.accessKeyId) return "InvalidAccessKeyId";
  const hash = String(headers["x-amz-content-sha256"] ?? "");
  if (hash !== "UNSIGNED-PAYLOAD" && hash !== sha256(body)) return "XAmzContentSHA256Mismatch";
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join("&");
  const signed = names.split(";").map((name) => `${name}:${String(headers[name] ?? "").trim()}\n`);
  const canonical = [method, url.pathname, query, signed.join(""), names, hash].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const stringToSign = ["AWS4-HMAC-SHA256", String(headers["x-amz-date"] ?? ""), scope, sha256(canonical)].join("\n");
  const key = hmac(hmac(hmac(hmac(`AWS4${keys.secretAccessKey}`, day), region), "s3"), "aws4_request");
  return timingSafeEqual(hmac(key, stringToSign), Buffer.from(signature, "hex")) ? null : "SignatureDoesNotMatch";
}

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
    const result: Answer = status
      ? { status, body: "<Error><Code>Asked</Code><Message>The test asked for it.</Message></Error>" }
      : wrong
        ? { status: 403, body: `<Error><Code>${wrong}</Code><Message>${wrong}</Message></Error>` }
        : answer(store, bucket, { method, url, headers: request.headers, body });
    response.writeHead(result.status, { "content-type": "application/xml", ...result.headers });
    response.end(method === "HEAD" ? undefined : result.body);
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
