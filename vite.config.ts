import { fileURLToPath } from "node:url";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type EnvironmentOptions, type Plugin } from "vite";

/** Few files that change seldom and compress well together: the framework, what is on every page, the calculator. */
const groups = [
  { name: "framework", test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 3 },
  {
    name: "shell",
    test: /src\/(ui\/(drawing-frame|masthead|footer|drop-menu|smart-link|theme|toast-queue|toasts|wordmark|button|avatar|spinner|nonce|class-names|icons|art|empty|failure|marks|ticks)|modules\/site\/(domain\/footer|screens\/(frame|site-|mode-notice|page-meta|error-page))|modules\/chat\/(index\.screens|screens\/tile))|node_modules\/lucide-react\/dist\/esm\/[^/]*$/,
    priority: 2,
  },
  {
    name: "calculator",
    test: /src\/(modules\/pricing(?!.*\/(index\.screens|check-table|table-readers|default-table|price-tables|deadline-prices))|shared\/(decimal|money|outcome|zone)|ui\/(price-breakdown|stepper|step-bounds|choices|price-bar|corrected|correction|field|inputs|notice))/,
    priority: 1,
  },
  { name: "reading", test: /src\/ui\/(reading|table)/, priority: 1 },
];

/** Our own modules act when they are used, not when they are read: a module's API does not bring what a page does not take. */
const moduleSideEffects = (id: string): boolean => !/\/src\/(modules|shared|ui)\/[^?]*\.tsx?$/.test(id);

/** Packages that the first request needs lie beside our own code; a package imported on first use stays a file of its own. */
const packages = { name: "packages", test: /[\\/]node_modules[\\/]/, tags: ["$initial" as const] };

/** Maps of packages would be most of the bytes that the first error must read: only our own lines are mapped. */
const mapOwnCode: Plugin = {
  name: "map-own-code",
  applyToEnvironment: ({ name }) => name === "ssr",
  transform: (code, id) => (id.includes("/node_modules/") ? { code, map: { mappings: "" } } : null),
};

/** The drawings are made by `src/ui/drawing-frame.ts` in the built product. */
const plainDrawings: Plugin = {
  name: "plain-drawings",
  apply: "build",
  enforce: "pre",
  resolveId: (source) => (source.endsWith("/createLucideIcon.mjs") ? drawingFrame : null),
};
const drawingFrame = fileURLToPath(new URL("./src/ui/drawing-frame.ts", import.meta.url));

/** The server as few files: a thousand small ones are most of a start. Left outside is what brings machine code. */
const server: EnvironmentOptions = {
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  resolve: { noExternal: true, external: ["pg-native", "sharp"] },
  build: {
    sourcemap: true,
    rolldownOptions: {
      input: "./src/composition/build-app.ts",
      output: { sourcemapExcludeSources: true, codeSplitting: { groups: [packages] } },
    },
  },
};

export default defineConfig(({ command }) => ({
  plugins: [plainDrawings, tailwindcss(), reactRouter(), mapOwnCode],
  environments: {
    ...(command === "build" && { ssr: server }),
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } }, treeshake: { moduleSideEffects } } } },
  },
  // Loaded by the first dialog or toast only: found late, they would bring a second React into a running page.
  optimizeDeps: { include: ["@base-ui/react/alert-dialog", "@base-ui/react/csp-provider", "@base-ui/react/toast"] },
  build: { sourcemap: false, assetsInlineLimit: 0 },
}));
