import type pg from "pg";

/** A part of a step asked for something after its transaction had ended. */
class TransactionOver extends Error {
  constructor() {
    super("The transaction is over: this statement came too late and was not sent.");
  }
}

export type Line = {
  /** Drizzle asks a client for nothing but `query`. */
  client: pg.PoolClient;
  /** Lets nothing more through, and ends the transaction. Rejects when it never began. */
  end: (how: "commit" | "rollback") => Promise<pg.QueryResult>;
  /** What failed first: the failures behind it come of it. */
  failure: () => unknown;
};

type Asked = readonly unknown[];

/** What reads may leave together with `begin`: it does no harm outside a transaction. */
const reads = ([statement]: Asked): boolean =>
  typeof statement === "object" &&
  statement !== null &&
  "text" in statement &&
  typeof statement.text === "string" &&
  /^\s*select\s/i.test(statement.text);

/**
 * Begins a transaction on a pipelined connection. Until the server has answered `begin`, only questions are sent: a
 * write behind a `begin` that was refused would be stored at once, on its own. The order of the statements stays.
 */
export function openLine(client: pg.PoolClient): Line {
  const begun = client.query("begin");
  let failure: unknown;
  const ask = (asked: Asked): Promise<pg.QueryResult> => {
    const answer: Promise<pg.QueryResult> = Reflect.apply(client.query, client, asked);
    answer.catch((error: unknown) => {
      failure ??= error;
    });
    return answer;
  };
  let free = false; // to send whatever comes
  let waiting = false; // what comes behind a statement that waited takes the same way: answers keep their order, too
  let over = false;
  begun.then(
    () => {
      free = true;
    },
    () => {
      waiting = true; // for good
    },
  );
  const inOrder = (asked: Asked): Promise<pg.QueryResult> => {
    if (!waiting && (free || reads(asked))) return ask(asked);
    waiting = true;
    return begun.then(() => ask(asked));
  };
  const query = (...asked: Asked): Promise<pg.QueryResult> =>
    over ? Promise.reject(new TransactionOver()) : inOrder(asked);
  return {
    client: { query } as unknown as pg.PoolClient,
    end: async (how) => {
      over = true;
      const [, answer] = await Promise.all([begun, waiting ? inOrder([how]) : ask([how])]);
      return answer;
    },
    failure: () => failure,
  };
}
