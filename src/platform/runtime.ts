import type { Config } from "#src/config.ts";
import type { Viewer } from "#src/shared/viewer.ts";
import type { Database } from "./database/database.ts";
import type { Log } from "./log.ts";
import type { Observer } from "./observing/observer.ts";
import type { SettingsReader } from "./settings.ts";

declare const kept: unique symbol;
/** A typed name for something from the outside world; build-app provides it, commands read it. */
export type Port<T> = { readonly name: string; readonly [kept]?: T };
export const definePort = <T>(name: string): Port<T> => ({ name });

export type Mode = "demo" | "real";

/** What runs behind every request of this process. */
export type Runtime = {
  config: Config;
  mode: Mode;
  installId: string;
  db: Database;
  clock: () => Date;
  log: Log;
  settings: SettingsReader;
  /** Signs and encrypts, through `keyFor(secret, purpose)`; never shown or logged. */
  secret: string;
  port: <T>(key: Port<T>) => T;
  /** Whether anything handles to this event. */
  hasHandler: (event: { name: string; payload: Record<string, unknown> }) => boolean;
  /** Live updates of open pages. */
  live: Publisher;
  /**
   * Hands events to their handlers now: those of these ids and what their handlers state, or all that are due. Resolves
   * when they are handled. Never rejects.
   */
  dispatchEvents: (own?: readonly string[]) => Promise<void>;
  /** Undefined: nobody wants error reports or traces. */
  observer?: Observer;
};

/** The viewer, and the request. */
export type Ctx = { runtime: Runtime; viewer: Viewer; request: Asked };
/**
 * What is known of a request's sender. `device`: the browser's mark of an earlier sign-in; `theme`: its stored look;
 * `signal`: of a page that is only read, aborted when nobody waits for the answer any more.
 */
type Asked = {
  id: string;
  address: string;
  agent?: string;
  device?: string | null;
  theme?: string | null;
  readonly signal?: AbortSignal;
};

/** The product itself asks: timers, jobs, scripts. */
export const systemCtx = (runtime: Runtime, job: string): Ctx => ({
  runtime,
  viewer: { kind: "system", job },
  request: { id: `job:${job}`, address: "" },
});

/** What commands use, through `work.publish` or after their commit. */
export type Publisher = {
  /** "This topic is at this version now": to every stream of every process, within some milliseconds. */
  publish: (topic: string, version: number) => void;
  /** Passing words to whoever follows the topic now ("is typing"). Nothing is kept. */
  ephemeral: (topic: string, state: Readonly<Record<string, string>>) => void;
};
