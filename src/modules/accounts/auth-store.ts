import { createHash } from "node:crypto";
import type { BetterAuthOptions } from "better-auth";
import { type DrizzleAdapterConfig, drizzleAdapter } from "better-auth/adapters/drizzle";
import type { Database } from "#src/platform/database/database.ts";
import { people, proofs, sessions, signIns } from "./tables.ts";

type Store = ReturnType<ReturnType<typeof drizzleAdapter>>;
type Where = NonNullable<Parameters<Store["findMany"]>[0]["where"]>;

const config: DrizzleAdapterConfig = {
  provider: "pg",
  schema: { user: people, session: sessions, account: signIns, verification: proofs },
  transaction: true,
};

const mark = "sha256:";
/** What the database knows of a session's token. */
export const hashToken = (token: string): string =>
  token.startsWith(mark) ? token : mark + createHash("sha256").update(token).digest("base64url");

const hashedWhere = (model: string, where: Where): Where =>
  model !== "session"
    ? where
    : where.map((w) => (w.field === "token" && typeof w.value === "string" ? { ...w, value: hashToken(w.value) } : w));

/** Better Auth's store over our tables: a session's token is hashed on its way in and handed back as given. */
export const openStore =
  (db: Database) =>
  (options: BetterAuthOptions): Store => {
    const store = drizzleAdapter(db, config)(options);
    const create: Store["create"] = async (query) => {
      const token: unknown = "token" in query.data ? query.data.token : undefined;
      if (query.model !== "session" || typeof token !== "string") return store.create(query);
      const made = await store.create({ ...query, data: { ...query.data, token: hashToken(token) } });
      return Object.assign({}, made, { token }) as never;
    };
    return {
      ...store,
      create,
      findOne: (query) => store.findOne({ ...query, where: hashedWhere(query.model, query.where) }),
      update: (query) => store.update({ ...query, where: hashedWhere(query.model, query.where) }),
      delete: (query) => store.delete({ ...query, where: hashedWhere(query.model, query.where) }),
      deleteMany: (query) => store.deleteMany({ ...query, where: hashedWhere(query.model, query.where) }),
    };
  };
