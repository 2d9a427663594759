import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type AppParts, buildHttp } from "#src/http/app.ts";
import { openServe } from "#src/http/serve.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { guest } from "#src/shared/viewer.ts";

type Wishes = { runtime: Runtime } & Partial<
  Pick<
    AppParts,
    | "probe"
    | "page"
    | "resolveViewer"
    | "admitKey"
    | "listedOrigins"
    | "handlers"
    | "assets"
    | "offlinePage"
    | "watched"
  >
>;
export type Served = { url: string; port: number; close: () => Promise<void> };

/** The product's whole HTTP front, from the socket on, around what a test gives. */
export async function serve(wishes: Wishes): Promise<Served> {
  const http = buildHttp({
    probe: wishes.runtime.db,
    assets: () => null,
    page: async () => new Response("<p>a page</p>", { headers: { "content-type": "text/html" } }),
    isPublic: () => false,
    resolveViewer: async () => guest,
    admitKey: async () => null,
    handlers: () => undefined,
    closing: () => false,
    dev: false,
    ...wishes,
  });
  // As the product's own: where the machine is busy, Node's 5 seconds end connections that a test uses again.
  const server = createServer({ keepAliveTimeout: 75_000 }, openServe(wishes.runtime, http));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
