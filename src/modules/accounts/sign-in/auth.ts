import { type Argon2Parameters, argon2, createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { secretToken } from "#src/platform/ids.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { keyFor } from "#src/platform/secret.ts";
import { type Done, done, type Refusal, refuse } from "#src/shared/outcome.ts";
import { normalised } from "../domain/password.ts";
import { type CookieJar, openCookies } from "../sessions/cookies.ts";

// argon2id, 19 MiB, 2 passes, 1 lane: the first choice of the OWASP password storage cheat sheet.
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const prefix = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$`;

type Hashing = {
  hash: (password: string) => Promise<Done<string> | Refusal>;
  /** `stored: null` takes as long as a real comparison and is false. */
  verify: (stored: string | null, password: string) => Promise<Done<boolean> | Refusal>;
};

const busy = (): Refusal =>
  refuse("unavailable", "Very many people are signing in at this moment. Try again in a few seconds.", {
    retryAfter: 5,
  });

/** Argon2id behind a queue: hashing shares the thread pool with file access, so only few run at once. */
export function openHashing({ atOnce = 2, waiting = 64 } = {}): Hashing {
  const run = openQueue(atOnce, waiting);
  return {
    hash: (password) => run(() => encode(password, randomBytes(16))),
    verify: (stored, password) => run(() => compare(stored, password)),
  };
}

/** At most `atOnce` tasks run, at most `waiting` wait; the next one is refused at once. */
export function openQueue(atOnce: number, waiting: number) {
  let running = 0;
  const queue: (() => void)[] = [];
  return async <T>(task: () => Promise<T>): Promise<Done<T> | Refusal> => {
    if (running >= atOnce) {
      if (queue.length >= waiting) return busy();
      await new Promise<void>((start) => queue.push(start));
    } else running += 1;
    try {
      return done(await task());
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

const derive = (parameters: Argon2Parameters): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    argon2("argon2id", parameters, (error, key) => (error ? reject(error) : resolve(key))),
  );

const keyOf = (password: string, nonce: Buffer): Promise<Buffer> =>
  derive({ message: Buffer.from(normalised(password), "utf8"), nonce, ...cost });

const unpadded = (bytes: Buffer): string => bytes.toString("base64").replace(/=+$/, "");

async function encode(password: string, salt: Buffer): Promise<string> {
  return `${prefix}${unpadded(salt)}$${unpadded(await keyOf(password, salt))}`;
}

const nobody = `${prefix}${unpadded(Buffer.alloc(16, 7))}$${unpadded(Buffer.alloc(32, 7))}`;

async function compare(stored: string | null, password: string): Promise<boolean> {
  const known = stored?.startsWith(prefix) ? stored : nobody;
  const [salt = "", key = ""] = known.slice(prefix.length).split("$");
  const given = await keyOf(password, Buffer.from(salt, "base64"));
  const same = timingSafeEqual(given, Buffer.from(key, "base64"));
  return same && known === stored;
}

/** What sign-in keeps for the life of a process: keys, cookies, and the queue of password hashing. */
export type Auth = {
  cookies: CookieJar;
  hashing: Hashing;
  /** A keyed hash that stands for a mail address in limits and links. */
  emailKey: (email: string) => string;
  /** A mark for a browser in which this address signed in, and the check of one. */
  deviceCookie: (email: string) => string;
  isDeviceOf: (mark: string | null, email: string) => boolean;
};

export function openAuth({ config, secret }: Pick<Runtime, "config" | "secret">): Auth {
  const key = keyFor(secret, "mail addresses").toString("base64url");
  const keyed = (...parts: string[]) =>
    createHash("sha256")
      .update(JSON.stringify([key, ...parts]))
      .digest("base64url")
      .slice(0, 22);
  return {
    cookies: openCookies(config.baseUrl.protocol === "https:"),
    hashing: openHashing(),
    emailKey: (email) => keyed("address", email),
    deviceCookie: (email) => {
      const random = secretToken().slice(0, 16);
      return `${random}.${keyed("device", email, random)}`;
    },
    isDeviceOf: (mark, email) => {
      const [random = "", check] = mark?.split(".") ?? [];
      return random !== "" && check === keyed("device", email, random);
    },
  };
}
