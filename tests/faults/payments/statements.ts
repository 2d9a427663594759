import type { Gate } from "./tcp-proxy.ts";

/** PostgreSQL's messages (protocol 3.0): a client's first has no kind, all others a kind and their length. */
function openMessages(from: "client" | "server") {
  let rest: Buffer = Buffer.alloc(0);
  let started = from === "server";
  return (bytes: Buffer): { kind: string; bytes: Buffer }[] => {
    rest = Buffer.concat([rest, bytes]);
    const found: { kind: string; bytes: Buffer }[] = [];
    for (;;) {
      const head = started ? 1 : 0;
      if (rest.length < head + 4) return found;
      const length = head + rest.readUInt32BE(head);
      if (rest.length < length) return found;
      found.push({ kind: started ? String.fromCharCode(rest[0] ?? 0) : "", bytes: rest.subarray(0, length) });
      rest = rest.subarray(length);
      started = true;
    }
  };
}

/** Where a step stops: before the server is asked, or after it has executed the statement and before the answer arrives. */
export type Cut = { at: number; when: "before" | "after" };
export type Counter = {
  /** Counting has begun. */
  armed: boolean;
  /** Statements and calls so far. */
  count: number;
  cut: Cut | null;
  /** The program is dead from here on: nothing more passes. */
  over: boolean;
  strike: () => void;
};

const passes = (counter: Counter): boolean => {
  if (!counter.armed || counter.over) return false;
  counter.count += 1;
  return counter.cut?.at === counter.count;
};
const strike = (counter: Counter): void => {
  counter.over = true;
  counter.strike();
};

/** A statement is run by Execute, or by a simple Query; what prepares it has no effect. */
const runs = new Set(["E", "Q"]);
/** It has run: complete, refused, empty, or stopped at a number of rows. */
const hasRun = new Set(["C", "E", "I", "s"]);
const flush = Buffer.from([0x48, 0, 0, 0, 4]);

/**
 * Counts the statements of a connection to PostgreSQL. After the one of the cut the server is made to answer; what the
 * program sent with it in the same flight does not reach it.
 */
export function statementGate(counter: Counter): Gate {
  const [asks, answers] = [openMessages("client"), openMessages("server")];
  let pending = 0;
  let waits = false;
  return {
    asked: (bytes) => {
      const through: Buffer[] = [];
      for (const { kind, bytes: message } of asks(bytes)) {
        if (counter.over) {
          if (waits && kind === "S") through.push(message);
          break;
        }
        const here = runs.has(kind) && passes(counter);
        if (here && counter.cut?.when === "before") {
          strike(counter);
          break;
        }
        through.push(message);
        if (runs.has(kind)) pending += 1;
        if (here) counter.over = waits = true;
      }
      return Buffer.concat(waits ? [...through, flush] : through);
    },
    answered: (bytes) => {
      for (const { kind } of answers(bytes)) if (hasRun.has(kind)) pending -= 1;
      if (!counter.over) return true;
      if (waits && pending === 0) strike(counter);
      return false;
    },
  };
}

/** Counts calls over HTTP: one request, one answer, on a connection that may be used again. */
export function callGate(counter: Counter): Gate {
  let waits = false;
  return {
    asked: (bytes) => {
      if (counter.over) return Buffer.alloc(0);
      const starts = /^(GET|POST) \//.test(bytes.subarray(0, 8).toString("latin1"));
      const here = starts && passes(counter);
      if (here && counter.cut?.when === "before") {
        strike(counter);
        return Buffer.alloc(0);
      }
      if (here) {
        waits = true;
        counter.over = true;
      }
      return bytes;
    },
    answered: () => {
      if (waits) strike(counter);
      waits = false;
      return !counter.over;
    },
  };
}
