import type { Readable } from "node:stream";
import { DataStore, Upload } from "@tus/server";
import { eq } from "drizzle-orm";
import type { House } from "#src/platform/house.ts";
import { notFound } from "#src/shared/outcome.ts";
import { removeUpload } from "../commands/remove-upload.ts";
import { startUpload } from "../commands/start-upload.ts";
import { finishUpload } from "../finish-upload.ts";
import { NoRoom, StorageAway, storagePort } from "../ports.ts";
import { noRoom, storageAway } from "../room.ts";
import { type FileRow, files } from "../tables.ts";
import { asTus, TusRefusal, whoAsks } from "./asking.ts";
import { judged } from "./checksum.ts";
import { leaseForRequest } from "./locks.ts";
import { metadataOf, readMetadata } from "./metadata.ts";
import { withPatience } from "./patience.ts";

/** The library's view of our rows and storage. */
export class FileRows extends DataStore {
  readonly house: House;

  constructor(house: House) {
    super();
    this.house = house;
    this.extensions = ["creation", "creation-with-upload", "termination", "checksum", "expiration"];
  }

  override async create(upload: Upload): Promise<Upload> {
    const { ctx, writes } = whoAsks();
    const wish = { id: upload.id, size: upload.size ?? 0, ...readMetadata(upload.metadata) };
    const started = await startUpload(ctx, wish);
    if (!started.ok) throw asTus(started, started.code === "unavailable" ? 507 : undefined);
    try {
      await this.begin(started.value);
      if (writes) await leaseForRequest(this.house, upload.id);
    } catch (error) {
      await this.drop(started.value);
      throw said(error);
    }
    upload.creation_date = started.value.createdAt.toISOString();
    return upload;
  }

  private async begin(file: FileRow): Promise<void> {
    const ref = await this.house.port(storagePort).begin(file.key);
    if (ref) await this.house.db.update(files).set({ ref }).where(eq(files.id, file.id));
  }

  private async drop(file: FileRow): Promise<void> {
    await this.house.db.delete(files).where(eq(files.id, file.id));
    await this.removeBytes(file);
  }

  override async getUpload(id: string): Promise<Upload> {
    const { lease, ...who } = whoAsks();
    // The library asks once more after a new upload was answered, when its lease is given back already.
    if (!lease) return new Upload({ id, offset: who.received ?? 0 });
    const { file } = lease;
    const offset = await this.offsetOf(file).catch((error: unknown) => Promise.reject(said(error)));
    return new Upload({
      id,
      size: file.size,
      offset,
      metadata: metadataOf(file),
      creation_date: file.createdAt.toISOString(),
    });
  }

  /** A complete upload whose last answer was lost in a crash is finished by whoever looks at it next. */
  private async offsetOf(file: FileRow): Promise<number> {
    if (file.state !== "receiving") return file.size;
    const kept = await this.house.port(storagePort).received(file);
    if (kept === null) throw asTus(notFound());
    if (kept === file.size) await this.complete(file);
    return kept;
  }

  private async complete(file: FileRow): Promise<void> {
    if (!(await finishUpload(this.house, file))) throw asTus(notFound());
    whoAsks().complete = true;
  }

  /** The library's stream is empty: bytes come from the request itself (asking.ts), and no more than are announced. */
  override async write(_empty: Readable, _id: string, offset: number): Promise<number> {
    const who = whoAsks();
    const file = who.lease?.file;
    if (!file) throw new Error("Nobody writes without a lease.");
    const bytes = atMost(file.size - offset, withPatience(who.source, { stop: who.stop.signal }));
    try {
      if (offset === file.size) return await ended(bytes, offset);
      const now = await this.append(file, offset, bytes);
      who.received = now;
      if (now === file.size) await this.complete(file);
      return now;
    } catch (error) {
      // Nobody ever heard the address of an upload whose announcement failed.
      if (who.id === "") await this.drop(file).catch(() => undefined);
      throw said(error);
    }
  }

  private append(file: FileRow, offset: number, bytes: AsyncIterable<Uint8Array>): Promise<number> {
    const storage = this.house.port(storagePort);
    const add = (source: AsyncIterable<Uint8Array>) => storage.append(file, offset, source);
    const { checksum } = whoAsks();
    return checksum ? judged(this.house, checksum, bytes, add) : add(bytes);
  }

  override async remove(id: string): Promise<void> {
    const removed = await removeUpload(whoAsks().ctx, { id });
    if (!removed.ok) throw asTus(removed);
    await this.removeBytes(removed.value);
  }

  private async removeBytes(file: FileRow): Promise<void> {
    await this.house
      .port(storagePort)
      .remove(file)
      .catch((err) => this.house.log.warn({ err, file: file.id }, "bytes of a removed file stay until the next sweep"));
  }

  override getExpiration(): number {
    return whoAsks().limits.unfinishedDays * 86_400_000;
  }
}

/** Nothing may follow the last byte. */
async function ended(source: AsyncIterable<Buffer>, offset: number): Promise<number> {
  for await (const _ of source);
  return offset;
}

async function* atMost(most: number, source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let left = most;
  for await (const chunk of source) {
    left -= chunk.length;
    if (left < 0) throw new TusRefusal(413, "More bytes came than were announced.");
    yield chunk;
  }
}

const said = (error: unknown): unknown => {
  if (error instanceof NoRoom) return asTus(noRoom(), 507);
  return error instanceof StorageAway ? asTus(storageAway()) : error;
};
