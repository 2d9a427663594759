// What every command for the operator's shell does alike: its options, the configuration, one sentence at the end.
import { resolve } from "node:path";
import { createInterface } from "node:readline";
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

// Commands that answer many texts: lines {"id","text"} come in, one line of JSON goes out for each.
type Row = { id: unknown; text: string; place: unknown };

/** A line that is none is named on stderr and makes the command end with code 1; the others are answered. */
export async function answerLines(answer: (row: Row) => Readonly<Record<string, unknown>>): Promise<void> {
  let number = 0;
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    number++;
    if (line.trim() === "") continue;
    const row = parse(line);
    if (!row) {
      console.error(`Line ${number} is no {"id","text"}.`);
      process.exitCode = 1;
      continue;
    }
    const wait = !process.stdout.write(`${JSON.stringify(answer(row))}\n`);
    if (wait) await new Promise((go) => process.stdout.once("drain", go));
  }
}

function parse(line: string): Row | null {
  try {
    const row: unknown = JSON.parse(line);
    if (typeof row !== "object" || row === null || !("text" in row) || typeof row.text !== "string") return null;
    return { id: "id" in row ? row.id : null, text: row.text, place: "place" in row ? row.place : null };
  } catch {
    return null;
  }
}
