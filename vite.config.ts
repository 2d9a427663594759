import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

/** Few files that change seldom and compress well together: the framework, what is on every page, the calculator. */
const groups = [
  { name: "framework", test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 3 },
  {
    name: "shell",
    test: /src\/(ui\/(masthead|footer|drop-menu|smart-link|theme|toast-queue|toasts|wordmark|button|avatar|spinner|nonce|class-names|icons|art|empty|marks|reading)|modules\/site\/(domain\/footer|screens\/(frame|site-|mode-notice|page-meta))|error-page)|node_modules\/lucide-react\/dist\/esm\/[^/]*$/,
    priority: 2,
  },
  {
    name: "calculator",
    test: /src\/(modules\/pricing(?!.*\/(check-table|table-readers|default-table|price-tables|deadline-stair))|shared\/(decimal|money|outcome|zone)|ui\/(slip|stepper|step-bounds|choices|price-bar|corrected|correction|field|inputs|notice))/,
    priority: 1,
  },
];

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    ssr: { build: { rolldownOptions: { input: "./src/build-app.ts" } } },
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
  },
  // Loaded by the first dialog or toast only: found late, they would bring a second React into a running page.
  optimizeDeps: { include: ["@base-ui/react/alert-dialog", "@base-ui/react/csp-provider", "@base-ui/react/toast"] },
  build: { sourcemap: false, assetsInlineLimit: 0 },
});
