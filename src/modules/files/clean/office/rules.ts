import type { Element, Root, Rules, Verdict } from "../xml/rewrite.ts";
import { type Names, withoutHome } from "./names.ts";
import { partOf } from "./parts.ts";

const setOf = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** core.xml and meta.xml: only when it was made and how often; title, subject and keywords name people and schools too. */
const keptCore = setOf("created modified revision language");
const keptApp = setOf(
  "Application AppVersion Pages Words Characters CharactersWithSpaces Lines Paragraphs Slides Notes HiddenSlides DocSecurity ScaleCrop",
);
const keptMeta = setOf("generator creation-date date editing-cycles document-statistic language");

/** Settings that hold names, paths or marks of one person's computer; all are optional where they stand. */
const droppedAnywhere = setOf(
  "rsid rsids attachedTemplate mailMerge docId docVars absPath revisionPtr dataBinding custDataLst customProperties",
);

/** Relationships to what is left out; the end of each type's address (ECMA-376 part 1, 15.2; MS-OFFCRYPTO; MS-PPTX). */
const droppedLinks = setOf(
  "attachedTemplate mailMergeSource mailMergeHeaderSource recipientData thumbnail changesInfo revisionInfo origin",
);
export const leadsToDropped = (type: string): boolean => droppedLinks.has(type.slice(type.lastIndexOf("/") + 1));

const peopleElements = setOf("cmAuthor author userInfo chgData chgAuthor customWorkbookView");
const personAttributes = setOf("author userName displayName userId refreshedBy");

const childrenOf = (kept: ReadonlySet<string>, depth: number) => ({
  element: (e: Element): Verdict => (e.depth === depth && !kept.has(e.local) ? "drop" : "keep"),
});

const emptyRoot: Rules = { element: (e) => (e.depth === 0 ? "empty" : "keep") };

/** Attributes that name a person wherever they stand in an office file. */
function personAttribute(names: Names, local: string, value: string, element: string): string | null {
  if (/^rsid/.test(local)) return null;
  if (personAttributes.has(local)) return names.alias(value);
  if (local === "name" && peopleElements.has(element)) return names.alias(value);
  if (local === "initials") return value === "" ? value : "A";
  if (local === "providerId" || local === "userProvider") return "None";
  return withoutHome(value);
}

/** Fields of reference managers name the account that the entry came from. */
const withoutAccount = (field: string): string =>
  withoutHome(field).replace(/(zotero\.org\/users\/)(local\/)?\w+/g, "$10");

export const general = (names: Names): Rules => ({
  element: (e) => (droppedAnywhere.has(e.local) ? "drop" : "keep"),
  attribute: (local, value, element) => personAttribute(names, local, value, element),
  text: (raw, parent) => (parent === "instrText" ? withoutAccount(raw) : raw),
});

/** Texts of an OpenDocument part that name who wrote a remark or a change. */
const nameTexts = setOf("creator author sender-initials creator-initials");

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

const printerItems = setOf("PrinterName PrinterSetup");

const settingsOfOpenDocument: Rules = {
  element: (e) => (printerItems.has(e.attribute("name") ?? "") ? "empty" : "keep"),
};

const contentTypes = (isDropped: (name: string) => boolean): Rules => ({
  element: (e) => (isDropped(e.attribute("PartName") ?? e.attribute("full-path") ?? "") ? "drop" : "keep"),
});

/** Pictures in SVG: editors write the path of the file and who made it. */
export const drawing: Rules = {
  element: (e) => (e.local === "metadata" ? "drop" : "keep"),
  attribute: (local, value) =>
    local === "docname" || local === "export-filename" || local === "absref" ? null : withoutHome(value),
};

/** What a part is left out by: whether a part is dropped, and in whose relationships `name` stands. */
export type Package = { name: string; names: Names; isDropped: (part: string) => boolean };

const relationships = ({ name, isDropped }: Package): Rules => ({
  element: (e) => {
    if (leadsToDropped(e.attribute("Type") ?? "")) return "drop";
    if (e.local !== "Relationship" || e.attribute("TargetMode") === "External") return "keep";
    return isDropped(partOf(name, e.attribute("Target") ?? "")) ? "drop" : "keep";
  },
  attribute: (local, value) => (local === "Target" ? withoutHome(value) : value),
});

/** Elements that name a relationship which is gone go with it; a page set-up stays without its printer. */
export const withoutLinks = (rules: Rules, gone: ReadonlySet<string>): Rules => ({
  ...rules,
  element(e) {
    if (e.local !== "pageSetup" && e.links().some((id) => gone.has(id))) return "drop";
    return rules.element?.(e) ?? "keep";
  },
  attribute(local, value, element) {
    if (element === "pageSetup" && local === "id") return null;
    return rules.attribute ? rules.attribute(local, value, element) : value;
  },
});

const table = (list: string): ReadonlySet<string> => setOf(list.trim().replace(/\s+/g, " "));

/** Parts that can name somebody, by their first element. */
const generalRoots = table(`
  document hdr ftr footnotes endnotes settings styles numbering glossaryDocument webSettings fonts ink
  workbook connections externalLink revisions headers users Tasks queryTable wsDr xml MapInfo
  pivotCacheDefinition slicerCacheDefinition timelineCacheDefinition
  cmAuthorLst authorLst personList presentation presentationPr viewPr
  sld sldLayout sldMaster notes notesMaster handoutMaster chartSpace userShapes dataModel drawing`);

/** Parts that hold nothing but what a reader sees, or how it looks. */
const plainRoots = table(`
  commentsEx commentsIds commentsExtensible theme themeOverride
  worksheet chartsheet dialogsheet sst styleSheet calcChain table pivotTableDefinition pivotCacheRecords
  slicers timelines formControlPr metadata volTypes rvTypesInfo rvData rvStructures richValueRels richStyleSheet
  namedSheetViews FeaturePropertyBags
  tblStyleLst colorStyle chartStyle layoutDef styleDef colorsDef math`);

const spaces =
  /^(https?:\/\/schemas\.(openxmlformats\.org|microsoft\.com\/office)|http:\/\/purl\.oclc\.org\/ooxml|urn:(schemas-microsoft-com|oasis:names:tc:opendocument):|http:\/\/www\.w3\.org\/(2000\/svg|1998\/Math|2003\/InkML))/;
/** VML drawings have a first element of no namespace. */
const isOurs = (root: Root): boolean => (root.local === "xml" ? root.namespace === "" : spaces.test(root.namespace));

/**
 * The rules for a part by its first element; "copy" when nothing in it can name anybody, "drop" when we do not know
 * what it is: custom XML of forms and add-ins above all.
 */
export function rulesFor(root: Root, file: Package): Rules | "copy" | "drop" {
  if (!isOurs(root)) return "drop";
  const { names } = file;
  const custom = root.local === "Properties" && root.namespace.includes("custom-properties");
  if (custom || root.local === "labelList" || root.local === "people") return emptyRoot;
  if (root.local === "coreProperties") return childrenOf(keptCore, 1);
  if (root.local === "Properties" && root.namespace.includes("extended-properties")) return childrenOf(keptApp, 1);
  if (root.local === "document-meta") return childrenOf(keptMeta, 2);
  if (root.local === "Relationships") return relationships(file);
  if (root.local === "Types" || root.local === "manifest") return contentTypes(file.isDropped);
  if (root.local === "comments" || root.local === "ThreadedComments" || root.local === "cmLst") return withTexts(names);
  if (root.local === "document-content" || root.local === "document-styles") return openDocument(names);
  if (root.local === "document-settings") return settingsOfOpenDocument;
  if (root.local === "svg") return drawing;
  if (generalRoots.has(root.local)) return general(names);
  return plainRoots.has(root.local) ? "copy" : "drop";
}
