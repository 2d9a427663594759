// What every command for the operator's shell does alike: its options, the configuration, one sentence at the end.
import { resolve } from "node:path";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { type Config, readConfig } from "../src/config.ts";

/** Ends the command with one sentence and code 1: nothing was changed. */
export const stop = (message: string): never => {
  console.error(message);
  process.exit(1);
};

/** For a `catch`: ends the command with what the error says. */
export const stopWith = (error: unknown): never => stop(error instanceof Error ? error.message : String(error));

/** The options that were given; an unknown one ends the command with `usage`. */
export function optionsOf<T extends NonNullable<ParseArgsConfig["options"]>>(options: T, usage: string) {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return stop(`${error instanceof Error ? error.message.split("\n")[0] : "Unknown option."} Use: ${usage}`);
  }
}

/** The configuration of this installation, with a log of errors alone unless LOG_LEVEL says more; or the end. */
export function configHere(): Config {
  // A command out of the build lies elsewhere than its source: both are started by a file of scripts/.
  const home = resolve(process.argv[1] ?? ".", "../..");
  const read = readConfig(home, { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? "error" });
  return read.ok ? read.config : stop(read.errors.join("\n"));
}
