/** Where the parts of a backup lie in it; each ends in .age as well when the backup is encrypted. */
export const tablePart = (table: string): string => `database/${table}.copy`;
export const filePart = (key: string): string => `files/${key.slice(34, 36)}/${key}`;
export const secretPart = "secret";
/** Written last, and never encrypted: in an encrypted backup it holds only what recognises it. */
export const manifestPart = "manifest.json";
/** The whole manifest of an encrypted backup. */
export const sealedManifestPart = "manifest";
