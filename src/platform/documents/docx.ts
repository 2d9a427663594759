import type { DocumentText } from "./blocks.ts";

/** XML 1.0 allows no other control characters, and no half of a letter's pair. */
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const xml = (text: string): string =>
  text
    .replace(forbidden, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

const runs = (text: string): string =>
  text
    .split("\n")
    .map((line) => `<w:t xml:space="preserve">${xml(line)}</w:t>`)
    .join("<w:br/>");

const paragraph = (style: string, text: string): string =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r>${runs(text)}</w:r></w:p>`;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const package_ = "http://schemas.openxmlformats.org/package/2006";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const wordType = "application/vnd.openxmlformats-officedocument.wordprocessingml";

type Style = { id: string; name: string; next?: string; size: number; before: number; after: number; more?: string };

/** Sizes in half points, distances in twentieths of a point. */
const styles: readonly Style[] = [
  { id: "Title", name: "Title", next: "Normal", size: 40, before: 0, after: 120, more: "<w:b/>" },
  {
    id: "Subtitle",
    name: "Subtitle",
    next: "Normal",
    size: 20,
    before: 0,
    after: 60,
    more: '<w:color w:val="595959"/>',
  },
  { id: "Heading1", name: "heading 1", next: "Normal", size: 28, before: 320, after: 120, more: "<w:b/>" },
];

const styleXml = ({ id, name, next, size, before, after, more = "" }: Style): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/>` +
  `<w:next w:val="${next ?? id}"/><w:qFormat/><w:pPr>${id === "Heading1" ? "<w:keepNext/>" : ""}` +
  `<w:spacing w:before="${before}" w:after="${after}"/>${id === "Heading1" ? '<w:outlineLvl w:val="0"/>' : ""}</w:pPr>` +
  `<w:rPr>${more}<w:sz w:val="${size}"/><w:szCs w:val="${size}"/></w:rPr></w:style>`;

const stylesPart =
  `${declaration}<w:styles ${word}><w:docDefaults><w:rPrDefault><w:rPr>` +
  '<w:rFonts w:ascii="Georgia" w:hAnsi="Georgia" w:cs="Times New Roman" w:eastAsia="SimSun"/>' +
  '<w:sz w:val="24"/><w:szCs w:val="24"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr>' +
  '<w:spacing w:after="200" w:line="340" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>' +
  '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>' +
  `${styles.map(styleXml).join("")}</w:styles>`;

const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`;

const override = (part: string, type: string): string => `<Override PartName="${part}" ContentType="${type}"/>`;

const wholeText = (block: DocumentText["blocks"][number]): string =>
  "right" in block ? `${block.text}: ${block.right}` : block.text;

const partsOf = ({ title, notes, blocks, author }: DocumentText): readonly { name: string; input: string }[] => [
  {
    name: "[Content_Types].xml",
    input:
      `${declaration}<Types xmlns="${package_}/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      override("/word/document.xml", `${wordType}.document.main+xml`) +
      override("/word/styles.xml", `${wordType}.styles+xml`) +
      override("/docProps/core.xml", "application/vnd.openxmlformats-package.core-properties+xml") +
      "</Types>",
  },
  {
    name: "_rels/.rels",
    input:
      `${declaration}<Relationships xmlns="${package_}/relationships">` +
      relation("r1", `${office}/officeDocument`, "word/document.xml") +
      relation("r2", `${package_}/relationships/metadata/core-properties`, "docProps/core.xml") +
      "</Relationships>",
  },
  {
    name: "word/_rels/document.xml.rels",
    input: `${declaration}<Relationships xmlns="${package_}/relationships">${relation("r1", `${office}/styles`, "styles.xml")}</Relationships>`,
  },
  {
    name: "docProps/core.xml",
    input:
      `${declaration}<cp:coreProperties xmlns:cp="${package_}/metadata/core-properties" ` +
      'xmlns:dc="http://purl.org/dc/elements/1.1/">' +
      `<dc:title>${xml(title)}</dc:title><dc:creator>${xml(author)}</dc:creator></cp:coreProperties>`,
  },
  { name: "word/styles.xml", input: stylesPart },
  {
    name: "word/document.xml",
    input:
      `${declaration}<w:document ${word}><w:body>` +
      paragraph("Title", title) +
      notes.map((note) => paragraph("Subtitle", note)).join("") +
      blocks.map((block) => paragraph(block.kind === "heading" ? "Heading1" : "Normal", wholeText(block))).join("") +
      '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/>' +
      '<w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="708" w:footer="708" w:gutter="0"/>' +
      "</w:sectPr></w:body></w:document>",
  },
];

/**
 * The text as a Word file (ECMA-376): a title, notes, headings that make a table of contents, paragraphs with their line
 * breaks. The parts carry the day on which zip files begin, so that the same text is the same file.
 */
export async function docxOf(text: DocumentText): Promise<Uint8Array<ArrayBuffer>> {
  const { makeZip } = await import("client-zip");
  const lastModified = new Date(1980, 0, 1);
  const zip = makeZip(partsOf(text).map((part) => ({ ...part, lastModified })));
  return new Uint8Array(await new Response(zip).arrayBuffer());
}
