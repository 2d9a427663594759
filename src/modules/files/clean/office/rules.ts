import { masked, maskedRaw, maskedTexts, refuseNamed, withoutMail } from "../contacts.ts";
import { Refused } from "../results.ts";
import type { Element, Root, Rules, Verdict } from "../xml/rewrite.ts";
import { drawingRules, isLinkToFollow, isOutside, openDocumentActing, sheetRules } from "./acting.ts";
import { type Names, partOf, withoutHome } from "./parts.ts";

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
  "attachedTemplate mailMergeSource mailMergeHeaderSource recipientData thumbnail changesInfo revisionInfo origin vbaProject wordVbaData vbaProjectSignature keyMapCustomizations attachedToolbars extensibility xlMacrosheet xlIntlMacrosheet externalLink externalLinkPath calcChain webextensiontaskpanes",
);
export const leadsToDropped = (type: string): boolean => droppedLinks.has(type.slice(type.lastIndexOf("/") + 1));

const peopleElements = setOf("cmAuthor author userInfo chgData chgAuthor customWorkbookView");
const personAttributes = setOf("author userName displayName userId refreshedBy");

const childrenOf = (kept: ReadonlySet<string>, depth: number) => ({
  element: (e: Element): Verdict => (e.depth === depth && !kept.has(e.local) ? "drop" : "keep"),
  text: maskedRaw,
});

const emptyRoot: Rules = { element: (e) => (e.depth === 0 ? "empty" : "keep") };

/** Attributes that name a person wherever they stand in an office file. */
function personAttribute(names: Names, local: string, value: string, element: string): string | null {
  if (/^rsid/.test(local)) return null;
  if (personAttributes.has(local)) return names.alias(value);
  if (local === "name" && peopleElements.has(element)) return names.alias(value);
  if (local === "initials") return value === "" ? value : "A";
  if (local === "providerId" || local === "userProvider") return "None";
  if (local === "macro" || local === "embeddedHtml") return "";
  if ((local === "src" || local === "href") && vmlFills.has(element) && isOutside(value)) return null;
  if (describes(local, element)) return withoutHome(masked(value));
  return withoutHome(cellCopies.has(element) ? value : withoutMail(value));
}

/** Fields of reference managers name the account that the entry came from. */
const withoutAccount = (field: string): string =>
  withoutHome(field).replace(/(zotero\.org\/users\/)(local\/)?\w+/g, "$10");

/** Drawings of VML may name a picture anywhere; alternative texts say who is on one. */
const vmlFills = setOf("imagedata fill stroke image background textpath shape rect oval");
const descriptions = setOf("descr title alt altText altTextSummary tooltip prompt promptTitle error errorTitle");
const describes = (attribute: string, element: string): boolean =>
  descriptions.has(attribute) ||
  (attribute === "val" && /^tbl(?:Caption|Description)$/.test(element)) ||
  (attribute === "name" && /^(?:cNv|doc)Pr$/.test(element));
/** Elements that repeat what cells say, and must stay equal to it. */
const cellCopies = setOf("tableColumn cacheField pivotField dataField s filter customFilter");

/** A shape that starts a program or a macro when it is pressed. */
const acts = (e: Element): boolean =>
  e.local === "FmlaMacro" ||
  (/^hlink/.test(e.local) && /^ppaction:\/\/(?:program|macro|ole|media)/i.test(e.attribute("action") ?? ""));

/** Margins of pages, and titles of charts. */
const margins = setOf("title hdr ftr oddHeader evenHeader firstHeader oddFooter evenFooter firstFooter");
const isHeadingStyle = (style: string): boolean =>
  /^(?:heading|title|subtitle|berschrift|titre|titolo|t[i\u00ed]tulo)/i.test(style);

/** What names people in any part of an Open XML file, and what acts in it; contact details in headings and margins. */
export const general = (names: Names): Rules => {
  let [isHeading, isTitle] = [false, false];
  return {
    element(e) {
      if (e.local === "p") isHeading = false;
      if (e.local === "sp") isTitle = false;
      if (e.local === "pStyle") isHeading = isHeadingStyle(e.attribute("val") ?? "");
      if (e.local === "ph") isTitle = /^(?:title|ctrTitle|subTitle|ftr|hdr|dt)$/.test(e.attribute("type") ?? "");
      return droppedAnywhere.has(e.local) || acts(e) ? "drop" : "keep";
    },
    attribute: (local, value, element) => personAttribute(names, local, value, element),
    text: (raw, parent) => (parent === "instrText" ? withoutAccount(raw) : raw),
    joins: (parent, path) => ((isHeading || isTitle) && parent === "t") || path.some((one) => margins.has(one)),
    joined: maskedTexts,
  };
};

/** The book of a spreadsheet without names that run by themselves, and without other books. */
const workbook = (names: Names): Rules => {
  const rules = general(names);
  return {
    ...sheetRules(rules),
    element(e) {
      if (e.local === "sheet") refuseNamed("a sheet", e.attribute("name") ?? "");
      if (e.local === "externalReferences") return "drop";
      if (e.local === "definedName") return /^_xlnm\.Auto_/i.test(e.attribute("name") ?? "") ? "drop" : "weigh";
      return rules.element?.(e) ?? "keep";
    },
  };
};

/** Texts of an OpenDocument part that name who wrote a remark or a change. */
const nameTexts = setOf("creator author sender-initials creator-initials");

/** A part that one person wrote to another beside the work: remarks, and the notes of a speaker. */
const withoutRemarks = (rules: Rules): Rules => ({
  ...rules,
  joins: (parent) => parent === "t" || parent === "text" || parent === "delText",
});

const withTexts = (names: Names): Rules => ({
  ...withoutRemarks(general(names)),
  text: (raw, parent) => {
    if (!nameTexts.has(parent)) return names.inText(raw);
    if (parent.endsWith("initials")) return "A";
    return raw.startsWith("tc={") ? raw : names.alias(raw);
  },
});

/** In content.xml only the names of remarks and changes go; what the text says stays. */
const openDocument = (names: Names): Rules =>
  openDocumentActing({
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

export const drawing: Rules = drawingRules(withoutHome);

/** What a part is left out by: whether a part is dropped, and in whose relationships `name` stands. */
export type Package = { name: string; names: Names; isDropped: (part: string) => boolean };

/** Of what leads out of the file only links to pages stay, which a reader follows or not. */
export const staysOutside = (type: string, target: string): boolean =>
  /\/hyperlink$/.test(type) && isLinkToFollow(target);

const relationships = ({ name, isDropped }: Package): Rules => ({
  element: (e) => {
    const type = e.attribute("Type") ?? "";
    if (leadsToDropped(type)) return "drop";
    if (e.local !== "Relationship") return "keep";
    if (e.attribute("TargetMode") === "External")
      return staysOutside(type, e.attribute("Target") ?? "") ? "keep" : "drop";
    return isDropped(partOf(name, e.attribute("Target") ?? "")) ? "drop" : "keep";
  },
  attribute: (local, value) => (local === "Target" ? withoutHome(value) : value),
});

/** What stays without its link: a page set-up, and what its parent must not be without (ECMA-376 part 1, 18.3.1.48, 18.10). */
const staysWithoutLink = ({ local, parent }: Element): boolean =>
  local === "pageSetup" || local === "worksheetSource" || (local === "hyperlink" && parent === "hyperlinks");

/**
 * Elements that name no relationship but gone ones go with them, and a picture that is in the file stays without the
 * address beside it. The words of a link stay.
 */
export const withoutLinks = (rules: Rules, gone: ReadonlySet<string>): Rules => ({
  ...rules,
  element(e) {
    const links = staysWithoutLink(e) ? [] : e.links();
    if (links.length > 0 && links.every((id) => gone.has(id))) return e.local === "hyperlink" ? "unwrap" : "drop";
    return rules.element?.(e) ?? "keep";
  },
  attribute(local, value, element, isLink) {
    if ((element === "pageSetup" && local === "id") || (isLink && gone.has(value))) return null;
    return rules.attribute ? rules.attribute(local, value, element, isLink) : value;
  },
});

const table = (list: string): ReadonlySet<string> => setOf(list.trim().replace(/\s+/g, " "));

/** Parts that can name somebody, by their first element. */
const generalRoots = table(`
  document hdr ftr footnotes endnotes settings styles numbering glossaryDocument webSettings fonts ink
  revisions headers users Tasks wsDr xml MapInfo chartsheet dialogsheet
  table pivotCacheDefinition slicerCacheDefinition timelineCacheDefinition
  cmAuthorLst authorLst personList presentation presentationPr viewPr
  sld sldLayout sldMaster notesMaster handoutMaster chartSpace userShapes dataModel drawing`);

/** Parts that hold nothing but what a reader sees, or how it looks. */
const plainRoots = table(`
  commentsEx commentsIds commentsExtensible theme themeOverride
  sst styleSheet pivotTableDefinition pivotCacheRecords
  slicers timelines formControlPr metadata rvTypesInfo rvData rvStructures richValueRels richStyleSheet
  namedSheetViews FeaturePropertyBags
  tblStyleLst colorStyle chartStyle layoutDef styleDef colorsDef math`);

const spaces =
  /^(https?:\/\/schemas\.(openxmlformats\.org|microsoft\.com\/office)|http:\/\/purl\.oclc\.org\/ooxml|urn:(schemas-microsoft-com|oasis:names:tc:opendocument):|http:\/\/www\.w3\.org\/(2000\/svg|1998\/Math|2003\/InkML))/;
/** VML drawings have a first element of no namespace. */
const isOurs = (root: Root): boolean => (root.local === "xml" ? root.namespace === "" : spaces.test(root.namespace));

const fetching = (): Refused =>
  new Refused("unsupported", "The workbook fetches data from elsewhere. Remove its connections, and send it again.");

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
  if (root.local === "connections" || root.local === "queryTable") throw fetching();
  if (root.local === "workbook") return workbook(names);
  if (root.local === "worksheet") return sheetRules(general(names));
  if (root.local === "notes") return withoutRemarks(general(names));
  if (generalRoots.has(root.local)) return general(names);
  return plainRoots.has(root.local) ? "copy" : "drop";
}
