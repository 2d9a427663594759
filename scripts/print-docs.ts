// `npm run docs`: prints the tables of docs/ from code. A rules test fails when they differ.
import { writeFileSync } from "node:fs";
import { lifecycleDocument } from "../src/modules/orders/domain/lifecycle-document.ts";
import { cleaningPage } from "./docs/cleaning.ts";
import { configurationPage } from "./docs/configuration.ts";
import { routesPage } from "./docs/routes.ts";
import { settingsPage } from "./docs/settings.ts";

export const pages: Record<string, () => string | Promise<string>> = {
  "docs/configuration.md": configurationPage,
  "docs/settings.md": settingsPage,
  "docs/addresses.md": routesPage,
  "docs/lifecycle.md": lifecycleDocument,
  "docs/cleaning.md": cleaningPage,
};

if (import.meta.main) for (const [file, print] of Object.entries(pages)) writeFileSync(file, await print());
