import { readFileSync } from "node:fs";

type Line = { readers: readonly string[]; fields: readonly string[] };
type TableReaders = { table: string; lines: readonly Line[] };

/** Who reads a field, and what the word stands for. */
export const readerLabels: Readonly<Record<string, string>> = {
  everybody: "guests, too",
  owner: "the person whose row it is, also in the download of the own data",
  asker: "the person or program that asked for it, by its address",
  client: "the client of the order",
  writer: "the writer of the order, who knows the client by a pseudonym",
  subject: "everybody who reads what a file is attached to: a cleaned copy, see [cleaning](cleaning.md)",
  program: "a program with a key for it",
  chat: "an admin with this right",
  orders: "an admin with this right",
  money: "an admin with this right",
  prices: "an admin with this right",
  people: "an admin with this right",
  settings: "an admin with this right",
  nobody: "the product alone: no page, file or answer has it as it is kept",
};

const file = "scripts/docs/security/field-readers.txt";

/** Under `# schema.table` lines `readers | fields`. */
export const readFieldReaders = (text = readFileSync(file, "utf8")): readonly TableReaders[] =>
  text
    .trim()
    .split(/\n*^# /m)
    .filter(Boolean)
    .map((part) => {
      const [table = "", ...lines] = part.trim().split("\n");
      return {
        table,
        lines: lines.map((line) => {
          const [readers = "", fields = "", ...more] = line.split(" | ");
          if (fields === "" || more.length > 0) throw new Error(`${file}: ${line}`);
          return { readers: readers.split(" "), fields: fields.split(" ") };
        }),
      };
    });

/** docs/readers.md: who reads which field of each noun (ASVS 5.0, 8.1.2). */
export function readersPage(): string {
  const tables = readFieldReaders();
  const words = Object.entries(readerLabels).map(([name, what]) => `| ${name} | ${what} |`);
  const parts = [...Map.groupBy(tables, ({ table }) => table.split(".")[0])].map(([schema, of]) => {
    const rows = of.flatMap(({ table, lines }) =>
      lines.map(({ readers, fields }, at) => {
        const name = at === 0 ? `\`${table.split(".")[1]}\`` : "";
        return `| ${name} | ${fields.map((one) => `\`${one}\``).join(" ")} | ${readers.join(", ")} |`;
      }),
    );
    return `## ${schema}\n\n| kept as | fields | read by |\n|---|---|---|\n${rows.join("\n")}`;
  });
  return `# Who reads which field

Printed by \`npm run docs\` from \`${file}\`. A test of the build fails when a column of the code has no line, or
two. The policies of each noun (\`domain/policy.ts\` of its module) decide; \`tests/access\` asks every address as everybody for
words that it put into these fields, and whom it finds reading must stand here. What the client of an order has under a seal is closed to admins until it is opened
([decision 0057](decisions/0057-sealed-data-is-closed-by-the-viewer.md)), and what somebody wrote to the other side of an order is read there without contact details.

| word | who |
|---|---|
${words.join("\n")}

${parts.join("\n\n")}
`;
}
