import { deviceClock } from "./clock.ts";
import { retryTimes } from "./retry-times.ts";
import type { Transport } from "./transport.ts";
import { uploadWork } from "./upload-work.ts";

/** Asks the server to throw away a file that nobody uses yet; tries for the time of an operation. */
export const takeBack = ({ endpoint, transport }: { endpoint: string; transport: Transport }, url: string) =>
  uploadWork(new Blob([]), {
    endpoint,
    transport,
    metadata: {},
    clock: deviceClock,
    luck: Math.random,
    times: retryTimes,
    known: url,
    onAddress: () => undefined,
    onSent: () => undefined,
    onWaiting: () => undefined,
  }).drop();
