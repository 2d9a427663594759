import { sweepQuotes } from "./modules/pricing/index.server.ts";
import type { Reaction } from "./platform/facts.ts";
import type { House, Port } from "./platform/house.ts";
import type { JobKind } from "./platform/jobs.ts";
import type { TimerKind } from "./platform/timers.ts";

/** What the modules plug into the house, in one place: reactions, timers, jobs, adapters, demo data. */
export const reactions: readonly Reaction[] = [];
export const timerKinds: readonly TimerKind[] = [];
export const jobKinds: readonly JobKind[] = [sweepQuotes];
export const demoSeeds: readonly ((house: House) => Promise<void>)[] = [];

export const portsFor = (_house: House): [Port<unknown>, unknown][] => [];
