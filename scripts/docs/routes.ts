import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "../../src/routes.ts";

type Row = { path: string; file: string };

function walk(entries: readonly RouteConfigEntry[], base: string): Row[] {
  return entries.flatMap((entry) => {
    const path = entry.index ? base || "/" : entry.path ? `${base}/${entry.path}` : base;
    const own = entry.path || entry.index ? [{ path: path || "/", file: entry.file.replace("./", "src/") }] : [];
    return [
      ...(entry.children && entry.path && !entry.index ? [] : own),
      ...walk(entry.children ?? [], entry.index ? base : path),
    ];
  });
}

export const addresses = async (): Promise<Row[]> => walk(await routes, "").sort((a, b) => (a.path < b.path ? -1 : 1));

export const routesPage = async (): Promise<string> => `# Addresses

Printed from \`src/routes.ts\` by \`npm run docs\`. Addresses that are not pages stand in \`src/http/handlers.ts\`. Any other
page address goes to \`/\`; unknown addresses under \`/api\`, \`/webhooks\`, \`/files\` and \`/assets\` answer 404.

| address | screen |
|---|---|
${(await addresses()).map((row) => `| \`${row.path}\` | \`${row.file}\` |`).join("\n")}
`;
