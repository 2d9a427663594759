/** What a backup holds is not what its manifest says, or cannot be an installation. */
export class BackupRefused extends Error {
  override name = "BackupRefused";
}

export const altered = (parts: readonly string[]): string =>
  `The backup is torn or was altered: ${parts.join(", ")} ${parts.length === 1 ? "is" : "are"} not what was written. Use another backup.`;

export const newer = (label: string): string =>
  `The backup ${label} was made by a newer version of Paperwright: restore it with that version.`;
