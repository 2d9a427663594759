import { existsSync, globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type EnvironmentOptions, type Plugin } from "vite";
import { appScripts, codeSplitting } from "./vite.groups.ts";
import {
  manualPureFunctions,
  moduleSideEffects,
  plainDrawings,
  publicScriptsFile,
  smallInlineScripts,
} from "./vite.parts.ts";

/** Packages that the first request needs lie beside our own code; a package imported on first use stays a file of its own. */
const packages = { name: "packages", test: /[\\/]node_modules[\\/]/, tags: ["$initial" as const] };

/** Maps of packages would be most of the bytes that the first error must read: only our own lines are mapped. */
const mapOwnCode: Plugin = {
  name: "map-own-code",
  applyToEnvironment: ({ name }) => name === "ssr",
  transform: (code, id) => (id.includes("/node_modules/") ? { code, map: { mappings: "" } } : null),
};

/** What the build of the public pages wrote; in development every page takes the whole application. */
const publicScripts = (command: string): string =>
  command === "build" && existsSync(publicScriptsFile) ? readFileSync(publicScriptsFile, "utf8") : "null";

type OnLog = NonNullable<NonNullable<NonNullable<EnvironmentOptions["build"]>["rolldownOptions"]>["onLog"]>;

/** The style sheet that the server puts into pages has no lines of ours that an error could name. */
const styleSheetsHaveNoMap: OnLog = (level, log, pass) => {
  if (log.code !== "SOURCEMAP_BROKEN" || !log.plugin?.startsWith("@tailwindcss")) pass(level, log);
};

/** Commands of the operator's shell, which scripts/command.js starts. */
const commands = Object.fromEntries(
  globSync("scripts/commands/*.ts").map((file) => [`commands/${basename(file, ".ts")}`, `./${file}`]),
);

/** The server as few files: a thousand small ones are most of a start. Left outside is what brings machine code. */
const server: EnvironmentOptions = {
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  resolve: { noExternal: true, external: ["pg-native", "sharp", "harfbuzzjs", "wawoff2"] },
  build: {
    sourcemap: true,
    rolldownOptions: {
      input: { index: "./src/composition/build-app.ts", ...commands },
      onLog: styleSheetsHaveNoMap,
      output: { sourcemapExcludeSources: true, codeSplitting: { groups: [packages] } },
    },
  },
};

/** React Router calls every entry of the server by one name. */
const entryNames: Plugin = {
  name: "entry-names",
  apply: "build",
  enforce: "post",
  configEnvironment: (name) =>
    name === "ssr" ? { build: { rolldownOptions: { output: { entryFileNames: "[name].js" } } } } : null,
};

export default defineConfig(({ command }) => ({
  plugins: [plainDrawings, tailwindcss(), reactRouter(), mapOwnCode, entryNames, smallInlineScripts],
  define: { "import.meta.env.PUBLIC_SCRIPTS": publicScripts(command) },
  environments: {
    ...(command === "build" && { ssr: server }),
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: codeSplitting(appScripts) },
          treeshake: { moduleSideEffects, manualPureFunctions },
        },
      },
    },
  },
  // Loaded by the first dialog or toast only: found late, they would bring a second React into a running page.
  optimizeDeps: { include: ["@base-ui/react/alert-dialog", "@base-ui/react/csp-provider", "@base-ui/react/toast"] },
  build: { sourcemap: false, assetsInlineLimit: 0 },
}));
