/** A commit as `git log` gives it. */
export type Change = { hash: string; subject: string; body: string; files: readonly string[] };

/** What people read above the changes of a folder; the first one that fits. Folders of nobody's concern are not here. */
const areas: readonly [start: string, title: string][] = [
  ["src/modules/orders/", "Orders"],
  ["src/modules/dashboard/", "Orders"],
  ["src/modules/pricing/", "Prices"],
  ["src/modules/payments/", "Payments"],
  ["src/modules/writing/", "Writers"],
  ["src/modules/chat/", "Chat"],
  ["src/modules/files/", "Files"],
  ["src/modules/checker/", "The AI checker"],
  ["src/modules/accounts/", "Accounts and privacy"],
  ["src/modules/privacy/", "Accounts and privacy"],
  ["src/modules/notifications/", "E-mails"],
  ["src/modules/api/", "For programs"],
  ["src/modules/admin/", "The admin area"],
  ["src/modules/", "Public pages and the shop"],
  ["src/ui/", "Public pages and the shop"],
  ["src/backup/", "Operating"],
  ["deploy/", "Operating"],
  ["src/", "Under the hood"],
  ["migrations/", "Under the hood"],
];

/** Where most of its files lie; undefined for a change of tests, documents or tools alone. */
function areaOf({ files }: Change): string | undefined {
  const counts = new Map<string, number>();
  for (const file of files.filter((name) => !/\.test\.|\.testing\./.test(name))) {
    const title = areas.find(([start]) => file.startsWith(start))?.[1];
    if (title) counts.set(title, (counts.get(title) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** What a commit says to those who upgrade: the paragraph that begins with "Upgrade:". */
const upgradeNote = ({ body }: Change): string[] =>
  [...body.matchAll(/^Upgrade: ([\s\S]*?)(?=\n\n|$(?![\s\S]))/gm)].map(([, note = ""]) =>
    note.replace(/\s+/g, " ").trim(),
  );

type Release = { version: string; date: string; since: string | undefined; changes: readonly Change[] };

/** The change log of a release, newest change first within its area. */
export function changelogOf({ version, date, since, changes }: Release): string {
  const notes = changes.flatMap(upgradeNote).map((note) => `- ${note}`);
  const migrations = changes
    .flatMap(({ files }) => files)
    .flatMap((file) => /^migrations\/\d+_(.*)\.sql$/.exec(file)?.[1] ?? []);
  const titles = [...new Set(areas.map(([, title]) => title))];
  const grouped = Map.groupBy(changes, areaOf);
  const parts = titles.flatMap((title) => {
    const rows = (grouped.get(title) ?? []).map(({ subject, hash }) => `- ${subject} (${hash})`);
    return rows.length > 0 ? [`## ${title}\n\n${rows.join("\n")}`] : [];
  });
  const unseen = grouped.get(undefined)?.length ?? 0;
  const steps = new Set(migrations).size;
  return `${[
    `# Paperwright ${version} (${date})`,
    since === undefined ? `The first release: ${changes.length} changes.` : `${changes.length} changes since ${since}.`,
    ...(notes.length > 0 ? [`## Before you upgrade\n\n${notes.join("\n")}`] : []),
    ...(steps > 0 && since !== undefined
      ? [`The database is changed in ${steps} ${steps === 1 ? "step" : "steps"}: make a backup first.`]
      : []),
    ...parts,
    ...(unseen > 0
      ? [`${unseen} more ${unseen === 1 ? "change concerns" : "changes concern"} tests, documents and tools alone.`]
      : []),
  ].join("\n\n")}\n`;
}

const [record, field] = ["\u001e", "\u001f"];
/** For `git log`: its output is what `readLog` reads. */
export const logFormat = `--format=${record}%h${field}%s${field}%b${field}`;

export const readLog = (output: string): Change[] =>
  output
    .split(record)
    .slice(1)
    .map((one) => {
      const [hash = "", subject = "", body = "", files = ""] = one.split(field);
      return { hash, subject, body: body.trim(), files: files.split("\n").filter(Boolean) };
    });
