import type { rels } from "../office.ts";

/** Where a copy would call, and whom it would name; none of it may be left in one. */
export const caller = "tracker.example";
export const reach = "maria@holzhausen.example";
/** What stays in every copy. */
export const stays = "The text stays";

/**
 * One thing that acts or speaks in one format, and a file with it. `withheld`: it cannot be taken out. `kept`: it is
 * the text of the work itself, which is not changed.
 */
export type ActingFile = {
  format: string;
  kind: string;
  mime: string;
  bytes: () => Uint8Array | Promise<Uint8Array>;
  withheld?: true;
  kept?: true;
};

export const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
export const microsoft = "http://schemas.microsoft.com/office/2006/relationships";
export const address = `https://${caller}/pixel.png`;
export const share = `\\\\${caller}\\share\\pixel.png`;
export const drawing = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
export type Links = Parameters<typeof rels>[0];
/** The contact detail in two halves, for texts in pieces. */
export const halves = [reach.slice(0, reach.length / 2), reach.slice(reach.length / 2)] as const;
/** The same as a link: the words of a link say nothing, its target does. */
export const mailLink = `mailto:${reach}`;

const core = "http://schemas.openxmlformats.org/package/2006/metadata/core-properties";
const extended = "http://schemas.openxmlformats.org/officeDocument/2006/extended-properties";
/** Properties of an Open XML file with a contact detail in those too that a copy keeps. */
export const identifyingProperties: Record<string, string> = {
  "docProps/core.xml": `<cp:coreProperties xmlns:cp="${core}" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${reach}</dc:title><dc:language>${reach}</dc:language></cp:coreProperties>`,
  "docProps/app.xml": `<Properties xmlns="${extended}"><Application>${reach}</Application><Company>${reach}</Company></Properties>`,
};
