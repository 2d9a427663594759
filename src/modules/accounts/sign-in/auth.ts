import { createHash } from "node:crypto";
import { secretToken } from "#src/platform/ids.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { keyFor } from "#src/platform/secret.ts";
import { type CookieJar, openCookies } from "../sessions/cookies.ts";
import { type Hashing, openHashing } from "./hashing.ts";

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
