// `npm run dev`: one port, one process, edited screens appear at once; the runtime stays open across edits.
import { createServer } from "node:http";
import { resolve } from "node:path";
import { createServer as createVite } from "vite";
import { readConfig } from "../src/config.ts";
import { cutFonts } from "./cut-fonts.ts";

const read = readConfig(resolve(import.meta.dirname, ".."));
if (!read.ok) throw new Error(read.errors.join("\n"));
await cutFonts();
const http = createServer();
const vite = await createVite({ server: { middlewareMode: true, hmr: { server: http } }, appType: "custom" });
type Built = typeof import("../src/composition/build-app.ts");
let app: Awaited<ReturnType<Built["buildApp"]>> | null = null;
let entry: Built | null = null;

http.on("request", (req, res) =>
  vite.middlewares(req, res, async () => {
    try {
      const loaded = (await vite.ssrLoadModule("./src/composition/build-app.ts")) as Built;
      if (!app || loaded !== entry) {
        await app?.close();
        app = await loaded.buildApp(read.config);
        entry = loaded;
        await app.start();
      }
      app.serve(req, res);
    } catch (error) {
      vite.ssrFixStacktrace(error as Error);
      console.error(error);
      res.statusCode = 500;
      res.end(String((error as Error).stack));
    }
  }),
);
http.listen(read.config.port, "127.0.0.1", () => console.log(`development: http://localhost:${read.config.port}`));
for (const signal of ["SIGTERM", "SIGINT"] as const)
  process.once(signal, () => void Promise.resolve(app?.close()).finally(() => process.exit(0)));
