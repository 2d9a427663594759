// One stream to a file and fsync, and the tus server as published with its own store, on bare node.
import { createWriteStream, mkdirSync } from "node:fs";
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
    if (request.url?.startsWith("/files")) return tus.handle(request, response);
    const path = join(folder, "plain");
    await pipeline(request, createWriteStream(path));
    const handle = await open(path, "r+");
    await handle.sync();
    await handle.close();
    response.writeHead(204).end();
  };
});
