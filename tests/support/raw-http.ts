import { connect, type Socket } from "node:net";

export type RawAnswer = { status: number; headers: ReadonlyMap<string, string>; body: string };
export type Connection = {
  socket: Socket;
  /** Writes bytes as they are; resolves when the socket took them. */
  send: (bytes: string | Uint8Array) => Promise<void>;
  /** The next answer, or null when the connection ended before a whole one came. */
  next: (withoutBody?: boolean) => Promise<RawAnswer | null>;
  close: () => void;
};

/**
 * A connection that says exactly what a test wants, and reads answers one by one. `localAddress` may be any of
 * 127.0.0.0/8: the product takes each for another visitor.
 */
export async function openConnection(port: number, localAddress = "127.0.0.1"): Promise<Connection> {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  let held = Buffer.alloc(0);
  let ended = false;
  let heard: () => void = () => undefined;
  socket.on("data", (chunk: Buffer) => {
    held = Buffer.concat([held, chunk]);
    heard();
  });
  const end = () => {
    ended = true;
    heard();
  };
  socket.on("end", end).on("close", end).on("error", end);
  await new Promise((resolve) => socket.once("connect", resolve).once("close", resolve));
  const more = async (): Promise<boolean> => {
    if (ended) return false;
    await new Promise<void>((resolve) => {
      heard = resolve;
    });
    return true;
  };
  const take = async (count: number): Promise<string | null> => {
    while (held.length < count) if (!(await more())) return null;
    const taken = held.subarray(0, count).toString("utf8");
    held = held.subarray(count);
    return taken;
  };
  const line = async (ending: string): Promise<string | null> => {
    while (held.indexOf(ending) < 0) if (!(await more())) return null;
    const found = await take(held.indexOf(ending) + ending.length);
    return found?.slice(0, -ending.length) ?? null;
  };
  const chunked = async (): Promise<string | null> => {
    let body = "";
    while (true) {
      const size = Number.parseInt((await line("\r\n")) ?? "", 16);
      if (Number.isNaN(size)) return null;
      const chunk = await take(size + 2);
      if (chunk === null) return null;
      if (size === 0) return body;
      body += chunk.slice(0, -2);
    }
  };
  return {
    socket,
    send: (bytes) =>
      new Promise((resolve) => {
        if (ended || socket.write(bytes, () => resolve()) === undefined) resolve();
      }),
    next: async (withoutBody = false) => {
      const head = await line("\r\n\r\n");
      if (head === null) return null;
      const [first = "", ...lines] = head.split("\r\n");
      const headers = new Map(
        lines.map((one) => [one.slice(0, one.indexOf(":")).toLowerCase(), one.slice(one.indexOf(":") + 1).trim()]),
      );
      const status = Number(first.split(" ")[1]);
      const bodyless = withoutBody || status === 204 || status === 304;
      const body = bodyless
        ? ""
        : headers.has("transfer-encoding")
          ? await chunked()
          : await take(Number(headers.get("content-length") ?? 0));
      return body === null ? null : { status, headers, body };
    },
    close: () => socket.destroy(),
  };
}
