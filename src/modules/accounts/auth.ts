import { createHash } from "node:crypto";
import { runWithAdapter } from "@better-auth/core/context";
import { betterAuth } from "better-auth";
import type { Database } from "#src/platform/database/database.ts";
import type { House } from "#src/platform/house.ts";
import { newId, secretToken } from "#src/platform/ids.ts";
import { keyFor } from "#src/platform/secret.ts";
import { openStore } from "./auth-store.ts";
import { type CookieJar, openCookies } from "./cookies.ts";
import { longestSession } from "./domain/lifetimes.ts";
import { longest, shortest } from "./domain/password.ts";
import { type Hashing, openHashing } from "./hashing.ts";

type Engine = ReturnType<typeof openEngine>;
type Rows = Awaited<Engine["$context"]>["internalAdapter"];

export type Auth = {
  cookies: CookieJar;
  hashing: Hashing;
  /** A keyed hash that stands for a mail address in limits and links. */
  emailKey: (email: string) => string;
  /** A mark for a browser in which this address signed in, and the check of one. */
  deviceMark: (email: string) => string;
  isDeviceOf: (mark: string | null, email: string) => boolean;
  /** Runs Better Auth's writes on the caller's transaction. */
  inside: <T>(tx: Database, step: (rows: Rows) => Promise<T>) => Promise<T>;
};

/** Builds the sign-in engine of this house: Better Auth over our tables, argon2id, own cookie names, no telemetry. */
export function openAuth(house: Pick<House, "config" | "db" | "clock" | "log">, { secret }: { secret: string }): Auth {
  const keys = {
    session: keyFor(secret, "sessions").toString("base64url"),
    email: keyFor(secret, "mail addresses").toString("base64url"),
  };
  const hashing = openHashing();
  const engine = openEngine(house, keys.session, hashing);
  const keyed = (...parts: string[]) =>
    createHash("sha256")
      .update(JSON.stringify([keys.email, ...parts]))
      .digest("base64url")
      .slice(0, 22);
  return {
    cookies: openCookies(house.config.baseUrl.protocol === "https:", keys.session),
    hashing,
    emailKey: (email) => keyed("address", email),
    deviceMark: (email) => {
      const random = secretToken().slice(0, 16);
      return `${random}.${keyed("device", email, random)}`;
    },
    isDeviceOf: (mark, email) => {
      const [random = "", check] = mark?.split(".") ?? [];
      return random !== "" && check === keyed("device", email, random);
    },
    inside: async (tx, step) => {
      const { internalAdapter, options } = await engine.$context;
      return runWithAdapter(openStore(tx)(options), () => step(internalAdapter));
    },
  };
}

function openEngine(
  { config, db, clock, log }: Pick<House, "config" | "db" | "clock" | "log">,
  secret: string,
  hashing: Hashing,
) {
  const secure = config.baseUrl.protocol === "https:";
  const plain = async <T>(outcome: Promise<{ ok: true; value: T } | { ok: false; message: string }>): Promise<T> => {
    const result = await outcome;
    if (!result.ok) throw new Error(result.message);
    return result.value;
  };
  return betterAuth({
    appName: "Paperwright",
    baseURL: config.baseUrl.origin,
    basePath: "/api/auth",
    secret,
    database: openStore(db),
    telemetry: { enabled: false },
    rateLimit: { enabled: false }, // ours are shared by all processes: limits.ts, tries.ts
    logger: {
      log: (level, words) =>
        log[level === "error" || level === "warn" ? level : "debug"]({ source: "better-auth" }, words),
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: shortest,
      maxPasswordLength: longest * 4, // counted in code points by our own rule
      revokeSessionsOnPasswordReset: true,
      password: {
        hash: (password) => plain(hashing.hash(password)),
        verify: ({ hash, password }) => plain(hashing.verify(hash, password)),
      },
    },
    session: { expiresIn: longestSession / 1000, disableSessionRefresh: true, cookieCache: { enabled: false } },
    user: {
      additionalFields: {
        role: { type: "number", defaultValue: 1, input: false },
        timeZone: { type: "string", required: false, input: false },
        termsAcceptedAt: { type: "date", required: false, input: false },
        demo: { type: "boolean", defaultValue: false, input: false },
      },
    },
    databaseHooks: {
      user: { create: { before: async (user) => ({ data: { ...user, ...stamps(clock()), role: 1 } }) } },
      account: { create: { before: async (account) => ({ data: { ...account, ...stamps(clock()) } }) } },
      session: {
        create: {
          before: async (session) => ({
            data: {
              ...session,
              ...stamps(clock()),
              token: secretToken(),
              expiresAt: new Date(clock().getTime() + longestSession),
            },
          }),
        },
      },
    },
    advanced: {
      useSecureCookies: false, // would add the prefix __Secure-; ours is __Host-
      cookies: { session_token: { name: secure ? "__Host-pw_session" : "pw_session", attributes: { secure } } },
      database: { generateId: () => newId() },
    },
  });
}

const stamps = (now: Date) => ({ createdAt: now, updatedAt: now });
