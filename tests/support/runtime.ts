import { afterAll } from "vitest";
import { readConfig } from "../../src/config.ts";
import { payablePort } from "../../src/modules/orders/ports.ts";
import { type EventHandler, hasHandlerAmong, openDispatcher } from "../../src/platform/events.ts";
import type { Ctx, Mode, Port, Runtime } from "../../src/platform/runtime.ts";
import { openSettings } from "../../src/platform/settings.ts";
import { guest, type Viewer } from "../../src/shared/viewer.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { quietLog } from "./quiet-log.ts";

export type TestRuntime = Runtime & { setNow: (now: Date) => void; database: TestDatabase; drop: () => Promise<void> };
type Wishes = {
  mode?: Mode;
  now?: Date;
  /** The clock continues with the machine's, as those of fakes do; else it stands where the test puts it. */
  ticking?: boolean;
  env?: Record<string, string>;
  ports?: readonly (readonly [Port<never> | Port<unknown>, unknown])[];
  eventHandlers?: readonly EventHandler[];
};

/** A runtime on a database of its own, with a clock that the test moves. Call `drop` in afterAll. */
export async function createTestRuntime(wishes: Wishes = {}): Promise<TestRuntime> {
  const database = await createTestDatabase(8);
  const read = readConfig(process.cwd(), wishes.env ?? {});
  if (!read.ok) throw new Error(read.errors.join("; "));
  let now = wishes.now ?? new Date("2026-03-10T12:00:00Z");
  let since = performance.now();
  const clock = () => (wishes.ticking ? new Date(now.getTime() + performance.now() - since) : now);
  const ports = new Map<string, unknown>([
    [payablePort.name, async () => true],
    ...(wishes.ports ?? []).map(([key, value]) => [key.name, value] as const),
  ]);
  const dispatch = openDispatcher(wishes.eventHandlers ?? []);
  const runtime: TestRuntime = {
    config: read.config,
    mode: wishes.mode ?? "demo",
    installId: "test",
    db: database.db,
    clock,
    log: quietLog,
    settings: openSettings(database.db, clock),
    secret: "a secret for tests that is long enough",
    port: <T>(key: Port<T>): T => {
      if (!ports.has(key.name)) throw new Error(`Nothing is plugged into the port "${key.name}".`);
      return ports.get(key.name) as T;
    },
    hasHandler: hasHandlerAmong(wishes.eventHandlers ?? [], database.db),
    live: { publish: () => undefined, ephemeral: () => undefined },
    dispatchEvents: (own) => dispatch(runtime, own),
    setNow: (then) => {
      now = then;
      since = performance.now();
    },
    database,
    drop: () => database.drop(),
  };
  return runtime;
}

export const ctxFor = (runtime: Runtime, viewer: Viewer = guest): Ctx => ({
  runtime,
  viewer,
  request: { id: "test", address: "192.0.2.1" },
});

/** What is opened here is dropped when the tests of this file are through. */
export async function forThisFile<T extends Pick<TestRuntime, "drop">>(opening: Promise<T>): Promise<T> {
  const opened = await opening;
  afterAll(() => opened.drop());
  return opened;
}
