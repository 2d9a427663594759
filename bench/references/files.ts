// A stream to a file and fsync, a stream from it, and the tus server as published with its own store, on bare node.
import { createReadStream, createWriteStream, mkdirSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { FileStore } from "@tus/file-store";
import { Server } from "@tus/server";
import { serve } from "./serve.ts";

await serve(({ folder = "" }) => {
  mkdirSync(folder, { recursive: true });
  const tus = new Server({ path: "/files", datastore: new FileStore({ directory: join(folder, "tus") }) });
  return async (request, response) => {
    const url = request.url ?? "/";
    if (url.startsWith("/files")) return tus.handle(request, response);
    const path = join(folder, url.slice(1));
    if (request.method === "GET") {
      const [start, end] = (/^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? []).slice(1).map(Number);
      const range =
        start === undefined || end === undefined ? { start: 0, end: statSync(path).size - 1 } : { start, end };
      response.writeHead(request.headers.range ? 206 : 200, { "content-length": range.end - range.start + 1 });
      return createReadStream(path, range).pipe(response);
    }
    await pipeline(request, createWriteStream(path));
    const handle = await open(path, "r+");
    await handle.sync();
    await handle.close();
    response.writeHead(204).end();
  };
});
