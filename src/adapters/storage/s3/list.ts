import type { Stored } from "#src/modules/files/index.server.ts";
import type { S3 } from "./client.ts";

/** Finished objects, unfinished multipart uploads, and rests of uploads. */
export async function* listStored(open: () => Promise<S3>): AsyncIterable<Stored> {
  const s3 = await open();
  for await (const { name, at } of objectsBelow(s3, "files/"))
    yield { key: name.slice("files/".length), ref: "", unfinished: false, at };
  for await (const { name, at } of objectsBelow(s3, "unfinished/"))
    yield { key: name.split("/")[1] ?? "", ref: "", unfinished: true, at };
  for await (const { name, ref, at } of multiparts(s3, "files/"))
    yield { key: name.slice("files/".length), ref, unfinished: true, at };
}

async function* pages({ sdk, client, bucket }: S3, prefix: string, delimiter?: string) {
  for (let token: string | undefined; ; ) {
    const page = await client.send(
      new sdk.ListObjectsV2Command({
        Bucket: bucket,
        Prefix: prefix,
        Delimiter: delimiter,
        ContinuationToken: token,
      }),
    );
    yield page;
    if (!page.IsTruncated) return;
    token = page.NextContinuationToken;
  }
}

export async function* objectsBelow(s3: S3, prefix: string): AsyncIterable<{ name: string; at: Date }> {
  for await (const { Contents = [] } of pages(s3, prefix))
    for (const { Key, LastModified } of Contents) if (Key && LastModified) yield { name: Key, at: LastModified };
}

/** Names between a prefix and the next slash. */
export async function foldersBelow(s3: S3, prefix: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { CommonPrefixes = [] } of pages(s3, prefix, "/"))
    for (const { Prefix } of CommonPrefixes) if (Prefix) names.push(Prefix.slice(prefix.length, -1));
  return names;
}

/** Multipart uploads below a prefix that were begun and not completed. */
export async function* multiparts(
  { sdk, client, bucket }: S3,
  prefix: string,
): AsyncIterable<{ name: string; ref: string; at: Date }> {
  for (let marker: { KeyMarker?: string; UploadIdMarker?: string } = {}; ; ) {
    const page = await client.send(new sdk.ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...marker }));
    for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
      if (Key && UploadId && Initiated) yield { name: Key, ref: UploadId, at: Initiated };
    if (!page.IsTruncated) return;
    marker = {
      ...(page.NextKeyMarker && { KeyMarker: page.NextKeyMarker }),
      ...(page.NextUploadIdMarker && { UploadIdMarker: page.NextUploadIdMarker }),
    };
  }
}
