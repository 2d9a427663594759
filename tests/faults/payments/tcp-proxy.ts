import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer, type NetConnectOpts, type Socket } from "node:net";

/** What a proxy passes on of the client's bytes, and observes of the server's. */
export type Gate = {
  /** Bytes of the client: those to pass on now. */
  asked: (bytes: Buffer) => Buffer;
  /** Bytes of the server: true when they may go to the client. */
  answered: (bytes: Buffer) => boolean;
};

/** A server on 127.0.0.1 between a program and what it talks to; each connection has a gate of its own. */
export async function openProxy(target: NetConnectOpts, gate: () => Gate) {
  const open = new Set<Socket>();
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect(target);
    const { asked, answered } = gate();
    for (const one of [client, upstream]) {
      open.add(one);
      one.on("error", () => undefined);
      one.on("close", () => {
        client.destroy();
        upstream.destroy();
        open.delete(one);
      });
    }
    client.on("data", (bytes: Buffer) => void upstream.write(asked(bytes)));
    upstream.on("data", (bytes: Buffer) => {
      if (answered(bytes)) client.write(bytes);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const one of open) one.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
