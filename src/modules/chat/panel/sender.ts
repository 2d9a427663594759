import type { Keeper } from "./outbox.ts";
import { type Answer, afterFailure, asking, head, hurried, nextMoment, type Unsent } from "./outbox.ts";

export type SenderParts = {
  readonly account: string;
  readonly keeper: Keeper;
  readonly send: (one: Unsent) => Promise<Answer>;
  /** Runs the work when no other tab runs it. */
  readonly alone: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  /** Notifies the other tabs of a change of the outbox, and is notified by them. */
  readonly tabs: { readonly notify: () => void; readonly hear: (run: () => void) => () => void };
  readonly now: () => number;
  readonly luck: () => number;
  /** Runs once after so many ms; answers how to call it off. */
  readonly later: (ms: number, run: () => void) => () => void;
};

type Fresh = Pick<Unsent, "id" | "chatId" | "text" | "over" | "file">;

/**
 * Sends the messages of the outbox one after the other, in the order in which they were written; one tab at a time.
 * `changed` receives the outbox after each change; `signedOut` is called when the session has ended (messages are kept).
 */
export function openSender(
  parts: SenderParts,
  on: { readonly changed: (all: readonly Unsent[]) => void; readonly signedOut: (out: boolean) => void },
) {
  const { account, keeper, send, alone, tabs, now, luck, later } = parts;
  let cancel = (): void => undefined;
  let running = false;
  let wanted = false;
  let kept: Promise<void> = Promise.resolve();

  const show = async (): Promise<void> => on.changed(await keeper.all(account));
  const changed = async (): Promise<void> => {
    tabs.notify();
    await show();
  };

  const keep = async (fresh: Fresh): Promise<void> => {
    const at = nextMoment(await keeper.all(account), now());
    const untried = { tries: 0, notBefore: 0, state: "waiting", why: null, timestamp: null } as const;
    await keeper.put({ ...fresh, account, at, ...untried });
    await changed();
    run();
  };

  /** One try; true when the next may follow at once. */
  const step = async (): Promise<boolean> => {
    const one = head(await keeper.all(account));
    if (!one) return false;
    const wait = one.notBefore - now();
    if (wait > 0) {
      cancel();
      cancel = later(wait, run);
      return false;
    }
    const answer = await send(one);
    await keeper.change(one.id, (kept) => afterFailure(kept, answer, now(), luck()));
    on.signedOut(answer.kind === "signed-out");
    await changed();
    return answer.kind !== "signed-out";
  };

  const drain = async (): Promise<void> => {
    do {
      wanted = false;
      await alone(`chat-outbox:${account}`, async () => {
        while (await step());
      });
    } while (wanted);
    running = false;
  };

  /** Sends whatever is due. Asked again while it runs, it looks once more at the end. */
  function run(): void {
    wanted = true;
    if (running) return;
    running = true;
    void drain();
  }

  const silence = tabs.hear(() => void show());
  return {
    run,
    show,
    /**
     * Keeps the messages first, then sends them. Resolves when all are kept. A second call waits for the first: both
     * would read the same newest moment, and their order would be that of their random ids.
     */
    add: (fresh: readonly Fresh[]): Promise<void> => {
      kept = kept
        .catch(() => undefined)
        .then(async () => {
          for (const one of fresh) await keep(one);
        });
      return kept;
    },
    /** The person asks, or the connection is back: waits end. */
    hurry: async (): Promise<void> => {
      const waiting = (await keeper.all(account)).filter(
        ({ state, notBefore }) => state === "waiting" && notBefore > 0,
      );
      for (const { id } of waiting) await keeper.change(id, hurried);
      run();
    },
    askPerson: async (id: string): Promise<void> => {
      await keeper.change(id, asking);
      await changed();
      run();
    },
    drop: async (ids: readonly string[]): Promise<void> => {
      if (ids.length === 0) return;
      await keeper.drop(ids);
      await changed();
      run();
    },
    close: (): void => {
      cancel();
      silence();
    },
  };
}
