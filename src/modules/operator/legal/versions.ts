/** The versions of the texts that a form shows to who accepts them; its hidden fields have these names. */
export type ShownVersions = { readonly termsVersion: string; readonly privacyVersion: string };
/** With an order, the promise too. */
export type OrderVersions = ShownVersions & { readonly fairUseVersion: string };

/** Whether a form that was sent had shown the texts of now. Without a version nobody knows what was read. */
export const hadShown = (sent: Readonly<Record<string, unknown>>, now: ShownVersions | OrderVersions): boolean =>
  Object.entries(now).every(([name, version]) => sent[name] === version);
