import { fields } from "../../src/config.ts";

export const configurationPage = (): string => `# Configuration

Printed from \`src/config.ts\` by \`npm run docs\`. The environment is read once, at start; a wrong value stops the start
with one sentence. What an admin edits while it runs is in [settings](settings.md).

| variable | meaning | standard | kind |
|---|---|---|---|
${Object.values(fields)
  .map((f) => `| \`${f.env}\` | ${f.meaning} | ${f.standard ? `\`${f.standard}\`` : "unset"} | ${f.kind} |`)
  .join("\n")}
`;
