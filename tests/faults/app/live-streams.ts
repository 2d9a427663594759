import { connect } from "node:net";
import { onTestFinished } from "vitest";

export type News = { event: string; data: string };

export type EventStream = {
  status: number;
  /** Everything that came, in order. */
  news: News[];
  /** Resolves when the server ended it, or its process is gone. */
  ended: Promise<void>;
  close(): void;
};

/** Opens GET /api/live as a browser does; `heard` runs with each event. Rejects when nobody answers. */
export async function openEvents(
  url: string,
  cookie: string,
  topics: string,
  heard: (news: News) => void = () => undefined,
): Promise<EventStream> {
  const stop = new AbortController();
  const answer = await fetch(`${url}/api/live?topics=${encodeURIComponent(topics)}`, {
    headers: { cookie },
    signal: stop.signal,
  });
  const news: News[] = [];
  const tell = (one: News): void => {
    news.push(one);
    heard(one);
  };
  const ended = answer.ok ? readEvents(answer, tell).catch(() => undefined) : Promise.resolve(answer.body?.cancel());
  return { status: answer.status, news, ended, close: () => stop.abort() };
}

async function readEvents(answer: Response, tell: (news: News) => void): Promise<void> {
  const message = new TextDecoder();
  let text = "";
  for await (const bytes of answer.body ?? []) {
    text += message.decode(bytes, { stream: true });
    const parts = text.split("\n\n");
    text = parts.pop() ?? "";
    for (const part of parts) {
      const event = /^event: (.*)$/m.exec(part)?.[1];
      if (event) tell({ event, data: /^data: (.*)$/m.exec(part)?.[1] ?? "" });
    }
  }
}

/** Opens a stream, reads its head, and then never reads again. */
export async function openStuckReader(url: string, cookie: string, topics: string): Promise<void> {
  const { port, host } = new URL(url);
  const socket = connect(Number(port), "127.0.0.1");
  socket.on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  socket.write(`GET /api/live?topics=${topics} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\r\n\r\n`);
  const head = await new Promise<string>((done) => socket.once("data", (bytes) => done(String(bytes))));
  socket.pause();
  if (!head.startsWith("HTTP/1.1 200")) throw new Error(`The stream was refused: ${head}`);
}
