import { counted } from "#src/shared/counted.ts";
import type { DrillResult } from "./drill-backup.ts";
import type { Manifest } from "./manifest.ts";
import type { WrittenBackup } from "./write-backup.ts";

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const contents = ({ tables, files }: Manifest): string => {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  const rows = sum(tables.map((table) => table.rows));
  const tableBytes = sum(tables.map(({ bytes }) => bytes));
  const fileBytes = sum(files.map(({ bytes }) => bytes));
  return `${counted(rows, "row")} of ${counted(tables.length, "table")} (${megabytes(tableBytes)}), ${counted(files.length, "file")} (${megabytes(fileBytes)})`;
};

/** What a person reads when a backup is made. `ms`: how long it took. */
export const sayBackup = ({ manifest, label, sealed }: WrittenBackup, ms: number, hasSecret: boolean): string =>
  [
    `Backup made: ${label}`,
    `The moment:  ${manifest.at} (${manifest.mode} installation ${manifest.installId})`,
    `In it:       ${contents(manifest)}, ${hasSecret ? "the secret" : "not the secret (SECRET is set: keep it elsewhere)"}`,
    `Took:        ${seconds(ms)}`,
    sealed
      ? "Encrypted with BACKUP_KEY: keep that key in another place, because without it nobody can restore this backup."
      : "Keep it as safe as the installation itself: whoever has it can read everything.",
  ].join("\n");

export const sayRestore = (manifest: Manifest, ms: number): string =>
  [
    `Restored: the ${manifest.mode} installation ${manifest.installId} as it was at ${manifest.at}`,
    `In it:    ${contents(manifest)}`,
    "Checked:  counts of rows, constraints, the ledger, the audit's chain, the hash of every file",
    `Took:     ${seconds(ms)}`,
    "Start it with npm start.",
  ].join("\n");

export const sayDrill = ({ label, manifest, differs }: DrillResult, ms: number): string =>
  differs
    ? `Not equal: ${label}\n${differs}`
    : [
        `Restored and equal: ${label}`,
        `The moment: ${manifest.at} (${manifest.mode} installation ${manifest.installId})`,
        `In it:      ${contents(manifest)}`,
        "Compared:   counts of rows, the ledger, the audit's chain, the hash of every file",
        `Took:       ${seconds(ms)}. The place it was restored into is removed.`,
      ].join("\n");
