import { and, desc, eq, isNull, ne } from "drizzle-orm";
import { z } from "zod";
import { query } from "#src/platform/query.ts";
import { done } from "#src/shared/outcome.ts";
import { fileAddress, thumbAddress } from "../domain/names.ts";
import { type FileState, type Place, places } from "../domain/places.ts";
import { storagePort } from "../ports.ts";
import { files } from "../tables.ts";

const input = z.strictObject({ place: z.enum(places).optional(), about: z.string().max(100).optional() });

/** An upload that is not used anywhere yet. `received` of `size` bytes lie here; the rest can still be sent. */
export type MyUpload = {
  id: string;
  place: Place;
  about: string | null;
  name: string;
  size: number;
  received: number;
  state: FileState;
  type: string | null;
  address: string;
  thumb: string | null;
  refusal: string | null;
  startedAt: Date;
  /** It is removed then, unless it is used or finished before. */
  goesAt: Date | null;
};

const most = 100;
const read = query<z.infer<typeof input>, MyUpload[]>("files.my-uploads", {
  input,
  run: async ({ db, ctx, viewer }, { place, about }) => {
    if (viewer.kind !== "person") return done([]);
    const rows = await db
      .select()
      .from(files)
      .where(
        and(
          eq(files.ownerId, viewer.id),
          isNull(files.attachedTo),
          ne(files.state, "gone"),
          place ? eq(files.place, place) : undefined,
          about ? eq(files.about, about) : undefined,
        ),
      )
      .orderBy(desc(files.createdAt), desc(files.id))
      .limit(most);
    const here = (row: (typeof rows)[number]) =>
      row.state === "receiving"
        ? ctx.runtime
            .port(storagePort)
            .received(row)
            .catch(() => row.received)
        : Promise.resolve(row.size);
    return done(
      await Promise.all(
        rows.map(async (row) => ({
          id: row.id,
          place: row.place,
          about: row.about,
          name: row.name,
          size: row.size,
          received: (await here(row)) ?? 0,
          state: row.state,
          type: row.type,
          address: fileAddress(row.id, row.name),
          thumb: row.thumbKey ? thumbAddress(row.id) : null,
          refusal: row.refusal,
          startedAt: row.createdAt,
          goesAt: row.expiresAt,
        })),
      ),
    );
  },
});

/** The viewer's unfinished and unused uploads, newest first: how a page goes on after a reload. */
export const myUploads = (ctx: Parameters<typeof read>[0], wish: z.infer<typeof input> = {}) => read(ctx, wish);
