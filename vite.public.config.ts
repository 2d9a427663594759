// The scripts of public pages: the same screens as the whole application's, without its router (src/public-pages).
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { defineConfig, type Plugin } from "vite";
import type { PublicScripts } from "./src/public-pages/visitor-page.ts";
import routes from "./src/routes.ts";
import { codeSplitting, publicScripts } from "./vite.groups.ts";
import { moduleSideEffects, plainDrawings, publicBuild, publicScriptsFile } from "./vite.parts.ts";

const alone = ["login", "register", "passreset", "start", "embed/calculator"];
const idOf = ({ id, file }: RouteConfigEntry): string => id ?? file.replace(/^\.\//, "").replace(/\.tsx?$/, "");
const isScreen = ({ file }: RouteConfigEntry): boolean => file.endsWith(".tsx") && !file.endsWith("/mailbox.tsx");

/** Every screen of the public frame but the mailbox of the demo, the ways in, and what other sites frame: who is not signed in gets them with small scripts. */
function publicRoutes(all: readonly RouteConfigEntry[]): { pages: RouteConfigEntry[]; layouts: RouteConfigEntry[] } {
  const layouts = all.filter(({ file }) => file.endsWith("/public-layout.tsx"));
  const framed = layouts.flatMap(({ children = [] }) => children).filter(isScreen);
  return { layouts, pages: [...framed, ...all.filter(({ path = "" }) => alone.includes(path))] };
}

const { pages, layouts } = publicRoutes(await routes);
const screen = (id: string) => `virtual:public-screen/${id}`;
const fileOf = new Map([...pages, ...layouts].map((route) => [idOf(route), route.file]));

/** The table of the screens, each without what belongs to the server (loader, action). */
const screens: Plugin = {
  name: "public-screens",
  resolveId: (source) => (source.startsWith("virtual:public-") ? `\0${source}` : null),
  load(id) {
    if (id === "\0virtual:public-pages") {
      const row = (one: string) => `${JSON.stringify(one)}: () => import(${JSON.stringify(screen(one))})`;
      return `export const pages = { ${[...fileOf.keys()].map(row).join(", ")} };`;
    }
    const file = id.startsWith("\0virtual:public-screen/") ? fileOf.get(id.slice(screen("").length + 1)) : undefined;
    return file ? `export { default } from ${JSON.stringify(`/src/${file.replace(/^\.\//, "")}`)};` : null;
  },
};

/** The server puts the styles into the page, and what only it runs (loaders, actions) stays there. */
const serverStays: Plugin = {
  name: "server-stays",
  enforce: "pre",
  load(id) {
    if (/\.css\?(url|inline)$/.test(id)) return 'export default "";';
    return /\.server\.tsx?$/.test(id) ? "export {};" : null;
  },
};

/** Writes which files each page needs. */
const table: Plugin = {
  name: "public-scripts-table",
  writeBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((one) => one.type === "chunk");
    const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
    // What a file needs stands before it: a page runs them one after the other.
    const withImports = (file: string, seen = new Set<string>()): string[] => {
      if (seen.has(file)) return [];
      seen.add(file);
      return [...(named.get(file)?.imports ?? []).flatMap((next) => withImports(next, seen)), file];
    };
    const entry = chunks.find((chunk) => chunk.isEntry)?.fileName ?? "";
    const fileOfScreen = (id: string) =>
      chunks.find(({ facadeModuleId }) => facadeModuleId === `\0${screen(id)}`)?.fileName ??
      this.error(`no file for ${id}`);
    const filesOf = (page: RouteConfigEntry): string[] => {
      const around = layouts.filter(({ children = [] }) => children.includes(page));
      const files = [...[...around, page].map((one) => fileOfScreen(idOf(one))), entry];
      return [...new Set(files.flatMap((file) => withImports(file)))].map((file) => `/${file}`);
    };
    const written: PublicScripts = {
      entry: `/${entry}`,
      pages: Object.fromEntries(pages.map((page) => [idOf(page), filesOf(page)])),
    };
    writeFileSync(publicScriptsFile, JSON.stringify(written));
  },
};

/** What the build would say of every shimmed name, and of "use client" in packages, which is for other frameworks. */
const quiet = ["SHIMMED_EXPORT", "MODULE_LEVEL_DIRECTIVE"];

export default defineConfig({
  plugins: [plainDrawings, screens, serverStays, table],
  resolve: {
    alias: [
      {
        find: /^react-router$/,
        replacement: fileURLToPath(new URL("./src/public-pages/react-router.tsx", import.meta.url)),
      },
    ],
  },
  publicDir: false,
  build: {
    outDir: publicBuild,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: "src/public-pages/entry.tsx",
      // Names that only loaders and actions use. React Router's own build refuses them in a screen.
      shimMissingExports: true,
      onLog: (level, log, pass) => !quiet.includes(log.code ?? "") && pass(level, log),
      output: { codeSplitting: codeSplitting(publicScripts) },
      treeshake: { moduleSideEffects },
    },
  },
});
