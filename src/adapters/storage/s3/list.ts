import type { Stored } from "#src/modules/files/index.server.ts";
import type { S3 } from "./client.ts";

/** Finished objects, unfinished multipart uploads, and rests of uploads. */
export async function* listStored(open: () => Promise<S3>): AsyncIterable<Stored> {
  const s3 = await open();
  yield* objects(s3, "files/", (name) => ({ key: name, unfinished: false }));
  yield* objects(s3, "unfinished/", (name) => ({ key: name.split("/")[0] ?? "", unfinished: true }));
  yield* multiparts(s3);
}

async function* objects(
  { sdk, client, bucket }: S3,
  prefix: string,
  about: (name: string) => { key: string; unfinished: boolean },
): AsyncIterable<Stored> {
  for (let token: string | undefined; ; ) {
    const page = await client.send(
      new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token }),
    );
    for (const { Key, LastModified } of page.Contents ?? [])
      if (Key && LastModified) yield { ...about(Key.slice(prefix.length)), ref: "", at: LastModified };
    if (!page.IsTruncated) return;
    token = page.NextContinuationToken;
  }
}

async function* multiparts({ sdk, client, bucket }: S3): AsyncIterable<Stored> {
  for (let marker: { KeyMarker?: string; UploadIdMarker?: string } = {}; ; ) {
    const page = await client.send(
      new sdk.ListMultipartUploadsCommand({ Bucket: bucket, Prefix: "files/", ...marker }),
    );
    for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
      if (Key && UploadId && Initiated)
        yield { key: Key.slice("files/".length), ref: UploadId, unfinished: true, at: Initiated };
    if (!page.IsTruncated) return;
    marker = {
      ...(page.NextKeyMarker && { KeyMarker: page.NextKeyMarker }),
      ...(page.NextUploadIdMarker && { UploadIdMarker: page.NextUploadIdMarker }),
    };
  }
}
