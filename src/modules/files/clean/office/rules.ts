import type { Element, Root, Rules, Verdict } from "../xml/rewrite.ts";
import { type Names, withoutHome } from "./names.ts";

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** core.xml and meta.xml: only when it was made and how often; title, subject and keywords name people and schools too. */
const keptCore = words("created modified revision language");
const keptApp = words(
  "Application AppVersion Pages Words Characters CharactersWithSpaces Lines Paragraphs Slides Notes HiddenSlides DocSecurity ScaleCrop",
);
const keptMeta = words("generator creation-date date editing-cycles document-statistic language");

/** Settings that hold names, paths or marks of one person's computer; all are optional where they stand. */
const droppedAnywhere = words("rsid rsids attachedTemplate mailMerge docId absPath");

/** Relationships to what is left out; the end of each type's address (ECMA-376 part 1, 15.2; MS-OFFCRYPTO; MS-PPTX). */
const droppedLinks = words(
  "attachedTemplate mailMergeSource mailMergeHeaderSource recipientData thumbnail changesInfo revisionInfo origin",
);
export const leadsToDropped = (type: string): boolean => droppedLinks.has(type.slice(type.lastIndexOf("/") + 1));

const peopleElements = words("cmAuthor author userInfo chgData chgAuthor");

const childrenOf = (kept: ReadonlySet<string>, depth: number) => ({
  element: (e: Element): Verdict => (e.depth === depth && !kept.has(e.local) ? "drop" : "keep"),
});

const emptyRoot: Rules = { element: (e) => (e.depth === 0 ? "empty" : "keep") };

/** Attributes that name a person wherever they stand in an office file. */
function personAttribute(names: Names, local: string, value: string, element: string): string | null {
  if (/^rsid/.test(local)) return null;
  if (local === "author" || local === "userName" || local === "displayName" || local === "userId")
    return names.alias(value);
  if (local === "name" && peopleElements.has(element)) return names.alias(value);
  if (local === "initials") return value === "" ? value : "A";
  if (local === "providerId" || local === "userProvider") return "None";
  return withoutHome(value);
}

const general = (names: Names): Rules => ({
  element: (e) => (droppedAnywhere.has(e.local) ? "drop" : "keep"),
  attribute: (local, value, element) => personAttribute(names, local, value, element),
});

/** Texts of an OpenDocument part that name who wrote a remark or a change. */
const nameTexts = words("creator author sender-initials creator-initials");

const withTexts = (names: Names): Rules => ({
  ...general(names),
  text: (raw, parent) => {
    if (!nameTexts.has(parent)) return names.inText(raw);
    if (parent.endsWith("initials")) return "A";
    return raw.startsWith("tc={") ? raw : names.alias(raw);
  },
});

/** In content.xml only the names of remarks and changes go; what the text says stays. */
const openDocument = (names: Names): Rules => ({
  ...general(names),
  text: (raw, parent) => (nameTexts.has(parent) ? (parent.endsWith("initials") ? "A" : names.alias(raw)) : raw),
});

const printerItems = words("PrinterName PrinterSetup");

const settingsOfOpenDocument: Rules = {
  element: (e) => (printerItems.has(e.attribute("name") ?? "") ? "empty" : "keep"),
};

const relationships: Rules = {
  element: (e) => (leadsToDropped(e.attribute("Type") ?? "") ? "drop" : "keep"),
  attribute: (local, value) => (local === "Target" ? withoutHome(value) : value),
};

const contentTypes = (isDropped: (name: string) => boolean): Rules => ({
  element: (e) => (isDropped(e.attribute("PartName") ?? e.attribute("full-path") ?? "") ? "drop" : "keep"),
});

/** Pictures in SVG: editors write the path of the file and who made it. */
const drawing: Rules = {
  element: (e) => (e.local === "metadata" ? "drop" : "keep"),
  attribute: (local, value) =>
    local === "docname" || local === "export-filename" || local === "absref" ? null : withoutHome(value),
};

const generalRoots = words(
  `document hdr ftr footnotes endnotes settings styles numbering glossaryDocument webSettings fonts
   workbook connections externalLink revisions headers users Tasks cmAuthorLst authorLst personList presentation
   presentationPr queryTable sld notes wsDr`.replace(/\s+/g, " "),
);

/**
 * The rules for a part by its first element, null when the part is copied as it is.
 * `isDropped` tells which parts are left out of the file.
 */
export function rulesFor(root: Root, names: Names, isDropped: (name: string) => boolean): Rules | null {
  const custom = root.local === "Properties" && root.namespace.includes("custom-properties");
  if (custom || root.local === "labelList" || root.local === "people") return emptyRoot;
  if (root.local === "properties" && root.namespace.includes("metadata/properties")) return emptyRoot;
  if (root.local === "coreProperties") return childrenOf(keptCore, 1);
  if (root.local === "Properties" && root.namespace.includes("extended-properties")) return childrenOf(keptApp, 1);
  if (root.local === "document-meta") return childrenOf(keptMeta, 2);
  if (root.local === "Relationships") return relationships;
  if (root.local === "Types" || root.local === "manifest") return contentTypes(isDropped);
  if (root.local === "comments" || root.local === "ThreadedComments" || root.local === "cmLst") return withTexts(names);
  if (root.local === "document-content" || root.local === "document-styles") return openDocument(names);
  if (root.local === "document-settings") return settingsOfOpenDocument;
  if (root.local === "svg") return drawing;
  return generalRoots.has(root.local) ? general(names) : null;
}
