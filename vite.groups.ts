// The files in which scripts are built. A page that takes one module of a group takes all of it; what is in no group is
// a file for each set of pages that share it. Measured: docs/decisions/0019.
import { fileURLToPath } from "node:url";
import { normalizePath } from "vite";

export type ScriptGroup = {
  name: string;
  /** Beginnings of paths in `src`. */
  paths: readonly string[];
  /** Beginnings of paths that stay outside: loaded late, or by few pages. */
  without?: readonly string[];
  packages?: RegExp;
};

/** What frames a page of anybody, signed in or not. */
const frame = [
  "modules/chat/index.screens",
  "modules/chat/screens/tile",
  "modules/operator/screens/frame",
  "modules/site/domain/footer",
  "modules/site/screens/site-",
  "ui/avatar",
  "ui/button",
  "ui/class-names",
  "ui/drawing-frame",
  "ui/drop-menu",
  "ui/empty",
  "ui/failure",
  "ui/footer",
  "ui/icons",
  "ui/marks",
  "ui/masthead",
  "ui/nonce",
  "ui/notice",
  "ui/smart-link",
  "ui/spinner",
  "ui/theme",
  "ui/toast-queue",
  "ui/toasts",
  "ui/wordmark",
];

/** Of the pages that visitors get as documents, in order of precedence. */
export const publicScripts: readonly ScriptGroup[] = [
  { name: "react", paths: [], packages: /node_modules\/(react|react-dom|scheduler)\/|rolldown\/runtime/ },
  {
    name: "frame",
    paths: [...frame, "modules/site/screens/visit-question", "public-pages/react-router", "ui/reading", "ui/table"],
    packages:
      /node_modules\/lucide-react\/dist\/esm\/([^/]*$|icons\/(circle-check|circle-exclamation-point|circle-alert|info|triangle-exclamation-point|triangle-alert|file-text)\.)/,
  },
  { name: "fields", paths: ["ui/choices", "ui/corrected", "ui/field", "ui/price-breakdown"] },
  // Shared with what is loaded late: together they compress better than as many small files.
  {
    name: "price",
    paths: [
      "modules/pricing/screens/breakdown-lines",
      "modules/pricing/screens/field-labels",
      "modules/pricing/screens/quote-breakdown",
    ],
  },
];

/** Of the application for people who are signed in, in order of precedence. */
export const appScripts: readonly ScriptGroup[] = [
  { name: "framework", paths: [], packages: /node_modules\/(react|react-dom|react-router|scheduler)\// },
  {
    name: "shell",
    paths: [
      ...frame,
      "modules/files/screens/early-files",
      "modules/notifications/live/",
      "modules/pricing/domain/names",
      "modules/pricing/screens/field-labels",
      "modules/site/screens/error-page",
      "public-pages/",
      "root.",
      "shared/academic-level",
      "shared/counted",
      "shared/decimal",
      "shared/money",
      "shared/outcome",
      "shared/units",
      "shared/zone.",
      "ui/corrected",
      "ui/error-summary",
      "ui/field",
      "ui/inputs",
      "ui/island",
      "ui/keep-frame",
      "ui/keep-page",
      "ui/live/follow",
      "ui/price-breakdown",
      "ui/typed-fields",
      "ui/use-sent",
    ],
    packages: /node_modules\/lucide-react\/dist\/esm\/([^/]*$|icons\/(minus|plus)\.)|vite\/preload-helper/,
  },
  // What the groups below would take along, though many pages use it without them.
  {
    name: "fields",
    paths: ["shared/spoken-hours", "shared/typed-values", "ui/choices", "ui/moment/moment.ts", "ui/stepper"],
  },
  {
    name: "order-parts",
    paths: [
      "modules/orders/domain/brief-fields",
      "modules/orders/domain/checklist",
      "modules/orders/screens/form/form-files",
      "modules/pricing/domain/read-deadline",
      "modules/pricing/screens/breakdown-lines",
    ],
  },
  {
    name: "file-kind",
    paths: ["modules/files/domain/kinds-and-sizes", "modules/files/domain/names", "modules/files/screens/file-kind"],
  },
  {
    name: "line-icons",
    paths: [],
    packages: /node_modules\/lucide-react\/dist\/esm\/icons\/(paperclip|rotate-cw|wifi-off)\./,
  },
  { name: "inline-nodes", paths: ["modules/operator/screens/inline-nodes"] },
  { name: "moment", paths: ["ui/moment/moment-input"] },
  {
    name: "calculator",
    paths: ["modules/pricing", "ui/price-bar"],
    without: [
      "domain/default-table",
      "domain/from-prices",
      "editor/",
      "index.screens",
      "screens/calculator-fields",
      "screens/calculator.tsx",
      "screens/deadline-prices",
      "screens/folded-deadline",
      "screens/price-tables",
      "screens/tools/price-tools",
    ].map((path) => `modules/pricing/${path}`),
  },
  {
    name: "files",
    paths: [
      "modules/files/screens/ask-again",
      "modules/files/screens/drop-box",
      "modules/files/screens/file-field",
      "modules/files/screens/use-uploads",
    ],
  },
  {
    name: "order-form",
    paths: ["modules/orders/screens/form/"],
    without: ["custom", "later/", "order-draft", "order.", "quizzesorder"].map(
      (path) => `modules/orders/screens/form/${path}`,
    ),
  },
];

const source = normalizePath(fileURLToPath(new URL("./src/", import.meta.url)));

/** The groups as the bundler takes them. */
export const codeSplitting = (groups: readonly ScriptGroup[]) => ({
  groups: groups.map(({ name, paths, without = [], packages }, at) => ({
    name,
    test: (id: string): boolean => {
      if (packages?.test(id)) return true;
      const begins = (path: string): boolean => id.startsWith(source + path);
      return paths.some(begins) && !without.some(begins);
    },
    priority: groups.length - at,
  })),
});
