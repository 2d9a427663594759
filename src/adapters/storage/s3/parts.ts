import { isMissing, type S3 } from "./client.ts";

/** Every part but the last must have 5 MB at least; more would only cost memory. */
const partSize = 5 * 1024 * 1024;

export const objectOf = (key: string): string => `files/${key}`;
export const restsOf = (key: string): string => `unfinished/${key}/`;

type Part = { PartNumber: number; ETag: string; size: number };
/** What a store holds of an unfinished upload: whole parts, and the bytes after them that do not fill one yet. */
export type Kept = { parts: Part[]; inParts: number; rest: { name: string; size: number } | null };

/** Null: the store knows no such upload (it is finished, or never was). */
export async function keptOf(s3: S3, key: string, ref: string): Promise<Kept | null> {
  const parts = await listParts(s3, key, ref);
  if (!parts) return null;
  const inParts = parts.reduce((sum, { size }) => sum + size, 0);
  // A rest names the offset where it begins: one that was taken into a part since then does not count twice.
  const rest = (await listRests(s3, key)).find(({ name }) => name === restsOf(key) + inParts);
  return { parts, inParts, rest: rest ?? null };
}

async function listParts({ sdk, client, bucket }: S3, key: string, ref: string): Promise<Part[] | null> {
  if (ref === "") return null;
  const parts: Part[] = [];
  try {
    const at = { Bucket: bucket, Key: objectOf(key), UploadId: ref };
    for (let marker: string | undefined; ; ) {
      const page = await client.send(new sdk.ListPartsCommand({ ...at, PartNumberMarker: marker }));
      for (const { PartNumber = 0, ETag = "", Size = 0 } of page.Parts ?? [])
        parts.push({ PartNumber, ETag, size: Size });
      if (!page.IsTruncated) return parts.sort((a, b) => a.PartNumber - b.PartNumber);
      marker = page.NextPartNumberMarker;
    }
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

export async function listRests({ sdk, client, bucket }: S3, key: string): Promise<{ name: string; size: number }[]> {
  const page = await client.send(new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: restsOf(key) }));
  return (page.Contents ?? []).flatMap(({ Key, Size = 0 }) => (Key ? [{ name: Key, size: Size }] : []));
}

export async function readObject({ sdk, client, bucket }: S3, name: string): Promise<Uint8Array> {
  const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket: bucket, Key: name }));
  return Body ? Body.transformToByteArray() : new Uint8Array();
}

export async function uploadPart(s3: S3, name: string, ref: string, number: number, body: Uint8Array): Promise<Part> {
  const { ETag = "" } = await s3.client.send(
    new s3.sdk.UploadPartCommand({
      Bucket: s3.bucket,
      Key: name,
      UploadId: ref,
      PartNumber: number,
      Body: body,
    }),
  );
  return { PartNumber: number, ETag, size: body.length };
}

export const completeParts = (s3: S3, name: string, ref: string, parts: readonly Part[]): Promise<unknown> =>
  s3.client.send(
    new s3.sdk.CompleteMultipartUploadCommand({
      Bucket: s3.bucket,
      Key: name,
      UploadId: ref,
      MultipartUpload: { Parts: parts.map(({ PartNumber, ETag }) => ({ PartNumber, ETag })) },
    }),
  );

/** Cuts a stream into pieces of one part; `last` is what remains, also when the source fails. */
export async function cutIntoParts(
  first: Uint8Array,
  source: AsyncIterable<Uint8Array>,
  onPart: (piece: Uint8Array) => Promise<void>,
): Promise<{ last: Uint8Array; failure: unknown }> {
  let waiting: Uint8Array[] = first.length > 0 ? [first] : [];
  let size = first.length;
  const cut = async () => {
    while (size >= partSize) {
      const all = Buffer.concat(waiting);
      await onPart(all.subarray(0, partSize));
      waiting = [all.subarray(partSize)];
      size -= partSize;
    }
  };
  let failure: unknown = null;
  const pieces = source[Symbol.asyncIterator]();
  while (true) {
    const next = await pieces.next().catch((error: unknown) => {
      failure = error ?? new Error("The source failed.");
      return { done: true as const, value: undefined };
    });
    if (next.done || !next.value) break;
    waiting.push(next.value);
    size += next.value.length;
    await cut();
  }
  return { last: Buffer.concat(waiting), failure };
}
