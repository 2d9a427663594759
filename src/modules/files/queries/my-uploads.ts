import { and, desc, eq, inArray, isNull, ne } from "drizzle-orm";
import { z } from "zod";
import { query } from "#src/platform/query.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { fileAddress, thumbAddress } from "../domain/names.ts";
import { ownerIdOf } from "../domain/policy.ts";
import { type FileState, type Purpose, purposes } from "../domain/purposes.ts";
import { storagePort } from "../ports.ts";
import { accessTo } from "../storing/file-row.ts";
import { type FileRow, files } from "../tables.ts";

const input = z.strictObject({ purpose: z.enum(purposes).optional(), about: z.string().max(100).optional() });

/** An upload that is not used anywhere yet. `received` of `size` bytes lie here; the rest can still be sent. */
export type MyUpload = {
  id: string;
  purpose: Purpose;
  about: string | null;
  name: string;
  size: number;
  received: number;
  state: FileState;
  type: string | null;
  address: string;
  thumb: string | null;
  /** What its check found; `found` is null until it is through. */
  check: { found: { withheld: string | null } | null; refusal: string | null };
  startedAt: Date;
  /** It is removed then, unless it is used or finished before. */
  goesAt: Date | null;
};

type Check = MyUpload["check"];

/** In words for its owner. */
const checkOf = ({ state, cleanState, refusal }: Pick<FileRow, "state" | "cleanState" | "refusal">): Check => {
  if (state === "refused") return { found: null, refusal: refusal ?? "This file cannot be used." };
  if (state !== "ready") return { found: null, refusal: null };
  return { found: { withheld: cleanState === "cannot" ? (refusal ?? "") : null }, refusal: null };
};

const most = 100;
const ids = z.strictObject({ ids: z.array(z.uuid()).max(most) });

/** What the checks of the files found that the viewer sent and still has; ids of other files are left out. */
export const myChecks = query<z.infer<typeof ids>, (Check & { id: string })[]>("files.my-checks", {
  input: ids,
  run: async ({ db, ctx, viewer }, wish) => {
    const owner = ownerIdOf(viewer);
    if (owner === null) return refuse("signed-out", "Sign in to see your files.");
    const rows = await db
      .select()
      .from(files)
      .where(and(inArray(files.id, wish.ids), eq(files.ownerId, owner), ne(files.state, "gone")));
    const found: (Check & { id: string })[] = [];
    for (const row of rows) if ((await accessTo(ctx, row)) === "original") found.push({ id: row.id, ...checkOf(row) });
    return done(found);
  },
});

const read = query<z.infer<typeof input>, MyUpload[]>("files.my-uploads", {
  input,
  run: async ({ db, ctx, viewer }, { purpose, about }) => {
    const owner = ownerIdOf(viewer);
    if (owner === null) return done([]);
    const rows = await db
      .select()
      .from(files)
      .where(
        and(
          eq(files.ownerId, owner),
          isNull(files.attachedTo),
          ne(files.state, "gone"),
          purpose ? eq(files.purpose, purpose) : undefined,
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
          purpose: row.purpose,
          about: row.about,
          name: row.name,
          size: row.size,
          received: (await here(row)) ?? 0,
          state: row.state,
          type: row.type,
          address: fileAddress(row.id, row.name),
          thumb: row.thumbKey ? thumbAddress(row.id) : null,
          check: checkOf(row),
          startedAt: row.createdAt,
          goesAt: row.expiresAt,
        })),
      ),
    );
  },
});

/** The viewer's unfinished and unused uploads, newest first: how a page continues after a reload. */
export const myUploads = (ctx: Parameters<typeof read>[0], wish: z.infer<typeof input> = {}) => read(ctx, wish);
