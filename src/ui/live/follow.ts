import { minuteMs } from "#src/shared/units.ts";

/** What a page receives about the topics it subscribes to. */
export type Listener = {
  /** The topic is at this version now. May repeat itself; grows. */
  at?: (topic: string, version: number) => void;
  /** Passing words, for example who is typing. */
  ephemeral?: (topic: string, state: Readonly<Record<string, string>>) => void;
  /** Whether news arrive at the moment. */
  connected?: (open: boolean) => void;
};

type Letter =
  | { kind: "wants"; tab: string; topics: readonly string[] }
  | { kind: "who" }
  | { kind: "at"; topic: string; version: number }
  | { kind: "ephemeral"; topic: string; state: Record<string, string> }
  | { kind: "open"; open: boolean };

type Source = Pick<EventSource, "addEventListener" | "close" | "readyState">;
type Channel = Pick<BroadcastChannel, "postMessage" | "close"> & { onmessage: ((event: MessageEvent) => void) | null };

/** The browser's own parts, replaceable in tests. */
export type Parts = {
  source: (url: string) => Source;
  channel: (name: string) => Channel;
  /** Resolves when this tab may lead; it leads until it is closed. */
  lead: (name: string) => Promise<unknown>;
  later: (ms: number, run: () => void) => () => void;
  /** Runs each time the browser has a line again. */
  online: (run: () => void) => void;
  random: () => number;
};

const gatherMs = 80;
const firstWaitMs = 2_000;
const longestWaitMs = minuteMs;

/**
 * One event stream for all tabs of a browser: the tabs agree on a leader, it holds the stream for the topics of all,
 * and passes on what it receives. When its tab closes, another takes over and the server sends every topic's version.
 * `account` keeps tabs of different accounts apart.
 */
export function openFollowing(account: string, parts: Parts = browserParts) {
  const tab = Math.floor(parts.random() * 2 ** 48).toString(36);
  const name = `live:${account}`;
  const channel = parts.channel(name);
  const listeners = new Map<Listener, readonly string[]>();
  const known = new Map<string, number>();
  const others = new Map<string, readonly string[]>();
  let leads = false;
  let gone = false;
  let open = false;
  let source: Source | null = null;
  let asked = "";
  let wait = firstWaitMs;
  let cancel: () => void = () => undefined;

  const mine = (): string[] => [...new Set([...listeners.values()].flat())].sort();
  const post = (letter: Letter): void => channel.postMessage(letter);

  const receive = (letter: Letter): void => {
    if (letter.kind === "at") {
      if ((known.get(letter.topic) ?? -1) >= letter.version) return;
      known.set(letter.topic, letter.version);
      for (const [one, topics] of listeners) if (topics.includes(letter.topic)) one.at?.(letter.topic, letter.version);
    } else if (letter.kind === "ephemeral") {
      for (const [one, topics] of listeners)
        if (topics.includes(letter.topic)) one.ephemeral?.(letter.topic, letter.state);
    } else if (letter.kind === "open") {
      open = letter.open;
      for (const one of listeners.keys()) one.connected?.(open);
    }
  };
  const notifyAll = (letter: Letter): void => {
    receive(letter);
    post(letter);
  };

  const connect = (): void => {
    cancel = () => undefined;
    const topics = [...new Set([...mine(), ...[...others.values()].flat()])].sort();
    const wanted = topics.join(",");
    if (!leads || (wanted === asked && source)) return;
    source?.close();
    source = null;
    asked = wanted;
    if (topics.length === 0) return;
    const opened = parts.source(`/api/live?topics=${encodeURIComponent(wanted)}`);
    source = opened;
    const when = (event: string, run: (data: string) => void) =>
      opened.addEventListener(event, (found) => {
        if (source === opened) run((found as MessageEvent<string>).data);
      });
    when("open", () => {
      wait = firstWaitMs;
      notifyAll({ kind: "open", open: true });
    });
    when("at", (data) => {
      const [topic = "", version] = data.split(" ");
      notifyAll({ kind: "at", topic, version: Number(version) });
    });
    when("ephemeral", (data) => {
      const letter = JSON.parse(data) as { topic: string; state: Record<string, string> };
      notifyAll({ kind: "ephemeral", ...letter });
    });
    when("error", () => {
      if (open) notifyAll({ kind: "open", open: false });
      if (opened.readyState !== 2) return; // it tries again by itself
      source = null;
      schedule(wait * (0.5 + parts.random()));
      wait = Math.min(wait * 2, longestWaitMs);
    });
  };
  const schedule = (ms: number): void => {
    cancel();
    cancel = parts.later(ms, connect);
  };

  const wants = (): void => post({ kind: "wants", tab, topics: gone ? [] : mine() });
  const changed = (): void => {
    wants();
    if (leads) schedule(gatherMs);
  };

  channel.onmessage = ({ data }) => {
    const letter = readMessage(data);
    if (!letter) return;
    if (letter.kind === "who") wants();
    else if (letter.kind === "wants") {
      if (letter.topics.length > 0) others.set(letter.tab, letter.topics);
      else others.delete(letter.tab);
      if (leads) schedule(gatherMs);
    } else receive(letter);
  };
  // A stream that a cut line left behind may look open and say nothing for minutes.
  parts.online(() => {
    if (open) notifyAll({ kind: "open", open: false });
    source?.close();
    source = null;
    wait = firstWaitMs;
    if (leads) schedule(gatherMs);
  });
  void parts.lead(name).then(() => {
    leads = true;
    post({ kind: "who" });
    schedule(gatherMs);
  });

  return {
    /** Subscribes to these topics until the returned function is called. */
    follow: (topics: readonly string[], listener: Listener): (() => void) => {
      listeners.set(listener, topics);
      for (const topic of topics) {
        const version = known.get(topic);
        if (version !== undefined) listener.at?.(topic, version);
      }
      if (open) listener.connected?.(true);
      changed();
      return () => {
        listeners.delete(listener);
        changed();
      };
    },
    /** The tab goes: the others need not follow its topics any more. */
    leave: (): void => {
      gone = true;
      wants();
    },
    /** The tab is back from the browser's memory. */
    back: (): void => {
      gone = false;
      changed();
    },
  };
}

const kinds: readonly unknown[] = ["wants", "who", "at", "ephemeral", "open"];
/** Letters come from tabs of this origin; an older tab may speak otherwise. */
function readMessage(data: unknown): Letter | null {
  if (typeof data !== "object" || data === null || !("kind" in data) || !kinds.includes(data.kind)) return null;
  return data as Letter;
}

const browserParts: Parts = {
  source: (url) => new EventSource(url),
  channel: (name) => new BroadcastChannel(name),
  lead: (name) =>
    new Promise((done) => {
      if (!navigator.locks) return done(undefined);
      void navigator.locks.request(name, () => {
        done(undefined);
        return new Promise(() => undefined);
      });
    }),
  later: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  online: (run) => addEventListener("online", run),
  random: Math.random,
};

type Following = ReturnType<typeof openFollowing>;
const opened = new Map<string, Following>();

/** The following of this page for an account, opened once. */
export function followingOf(account: string): Following {
  const known = opened.get(account);
  if (known) return known;
  const made = openFollowing(account);
  opened.set(account, made);
  addEventListener("pagehide", made.leave);
  addEventListener("pageshow", (event) => {
    if (event.persisted) made.back();
  });
  return made;
}

/** `soon` asks for a run within `ms` milliseconds; `stop` forgets what was asked for. */
type Debounced = { readonly schedule: (ms: number) => void; readonly stop: () => void };

/**
 * Makes one run of all that is asked for until the first run asked for is due. A run begins when the promise of the one
 * before is over, so that of two answers of a server the later one stays; it must not fail.
 */
export function debounced(run: () => unknown): Debounced {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  return {
    schedule: (ms) => {
      timer ??= setTimeout(() => {
        timer = undefined;
        last = last.then(run);
      }, ms);
    },
    stop: () => clearTimeout(timer),
  };
}
