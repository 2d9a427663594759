import { allSettings } from "../../src/composition/parts.ts";

const brief = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length <= 120 ? text : `${text.slice(0, 117)}…`;
};

export const settingsPage = (): string => `# Settings

Printed from the modules by \`npm run docs\`. Each is one typed, bounded, versioned row that only changes through the
product, with an audit row. What is not stored has its standard value.

| key | meaning | standard |
|---|---|---|
${allSettings.map((s) => `| \`${s.key}\` | ${s.meaning} | \`${brief(s.default).replaceAll("|", "\\|")}\` |`).join("\n")}
`;
