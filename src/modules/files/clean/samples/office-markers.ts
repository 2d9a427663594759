import { fromLatin, joined } from "../source.ts";
import { identifyingJpeg, identifyingPng } from "./images.ts";
import { docxParts, odtParts, type Parts, person, pptxParts, rels, xlsxParts, zipped } from "./office.ts";

/** One thing in one format that gives a person away, and a file with it. `kept`: meant to reach others. */
export type Marker = { format: string; marker: string; mime: string; bytes: () => Promise<Uint8Array>; kept?: true };

const open = "application/vnd.openxmlformats-officedocument";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const word = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${office}"`;
const sheet = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${office}"`;
const slide = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="${office}"`;
const microsoft = "http://schemas.microsoft.com/office/2006/relationships";
const who = person.name;

export const formats = {
  docx: { parts: docxParts, mime: `${open}.wordprocessingml.document`, folder: "word", main: "document" },
  xlsx: { parts: xlsxParts, mime: `${open}.spreadsheetml.sheet`, folder: "xl", main: "workbook" },
  pptx: { parts: pptxParts, mime: `${open}.presentationml.presentation`, folder: "ppt", main: "presentation" },
} as const;
type Kind = keyof typeof formats;

/** A sample that names nobody but for `more`; `links` are relationships of its main part. */
export async function sample(kind: Kind, more: Parts, links: Parameters<typeof rels>[0] = []): Promise<Uint8Array> {
  const { parts, folder, main } = formats[kind];
  const clean = Object.entries(parts(fromLatin("BM"))).flatMap(([name, part]): [string, string][] => {
    const isPlain = typeof part === "string" && (name.includes("Types") || name.includes(`${folder}/${main}.xml`));
    return isPlain ? [[name, part.replaceAll(who, "Somebody").replaceAll(person.short, "user")]] : [];
  });
  return zipped({
    ...Object.fromEntries(clean),
    "_rels/.rels": rels([[`${office}/officeDocument`, `${folder}/${main}.xml`]]),
    ...(links.length > 0 && { [`${folder}/_rels/${main}.xml.rels`]: rels(links) }),
    ...more,
  });
}

const custom = (item: string) => `<form xmlns="urn:school:form"><student>${item}</student></form>`;
const customXml: [Parts, Parameters<typeof rels>[0]] = [
  {
    "customXml/item1.xml": custom(who),
    "customXml/_rels/item1.xml.rels": rels([[`${office}/customXmlProps`, "itemProps1.xml"]]),
    "customXml/itemProps1.xml": `<ds:datastoreItem xmlns:ds="http://schemas.openxmlformats.org/officeDocument/2006/customXml" ds:itemID="{${who}}"/>`,
  },
  [[`${office}/customXml`, "../customXml/item1.xml"]],
];

export const inWord = (body: string): Parts => ({
  "word/document.xml": `<w:document ${word}><w:body>${body}</w:body></w:document>`,
});

export const compound = (stream: string): Uint8Array =>
  joined([
    fromLatin("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
    new Uint8Array(Buffer.from(stream, "utf16le")),
    fromLatin(who),
  ]);

type Row = [kind: Kind, marker: string, parts: Parts, links?: Parameters<typeof rels>[0]];
const officeRows: readonly Row[] = [
  ["docx", "custom XML with its properties", ...customXml],
  ["xlsx", "custom XML with its properties", ...customXml],
  ["pptx", "custom XML with its properties", ...customXml],
  [
    "docx",
    "a part of a kind that we do not know",
    { "word/addin.xml": custom(who), "word/addin.bin": fromLatin(who) },
    [[`${microsoft}/addin`, "addin.xml"]],
  ],
  ["docx", "author of a tracked change", inWord(`<w:ins w:id="1" w:author="${who}"/>`)],
  ["docx", "revision marks (rsid)", inWord(`<w:p w:rsidR="${who}"/>`)],
  [
    "docx",
    "form of a reference manager, with its account",
    inWord(`<w:instrText>"uris":["http://zotero.org/users/${person.short}/items/A"]</w:instrText>`),
  ],
  [
    "docx",
    "variables of add-ins",
    {
      "word/settings.xml": `<w:settings ${word}><w:docVars><w:docVar w:name="a" w:val="${who}"/></w:docVars></w:settings>`,
    },
  ],
  ["docx", "path of a picture", inWord(`<w:docPr descr="C:\\Users\\${person.short}\\a.png"/>`)],
  ["docx", "file inside that is an old Office file", { "word/embeddings/a.bin": compound("SummaryInformation") }],
  ["docx", "macros", { "word/vbaProject.bin": compound("_VBA_PROJECT") }],
  [
    "pptx",
    "video on a slide",
    { "ppt/media/a.mp4": fromLatin(`\0\0\0 ftypmp42${who}`) },
    [[`${office}/video`, "media/a.mp4"]],
  ],
  [
    "pptx",
    "tags of add-ins",
    { "ppt/tags/tag1.xml": `<p:tagLst ${slide}><p:tag name="A" val="${who}"/></p:tagLst>` },
    [[`${office}/tags`, "tags/tag1.xml"]],
  ],
  [
    "xlsx",
    "who refreshed a pivot table",
    { "xl/pivotCache/pivotCacheDefinition1.xml": `<pivotCacheDefinition ${sheet} refreshedBy="${who}"/>` },
  ],
  [
    "xlsx",
    "view named after a person",
    {
      "xl/workbook.xml": `<workbook ${sheet}><customWorkbookViews><customWorkbookView name="${who} - Personal View"/></customWorkbookViews></workbook>`,
    },
  ],
  [
    "xlsx",
    "printer settings of macOS",
    {
      "xl/worksheets/sheet1.xml": `<worksheet ${sheet}><pageSetup r:id="rId1"/></worksheet>`,
      "xl/worksheets/_rels/sheet1.xml.rels": rels([
        [`${office}/printerSettings`, "../printerSettings/printerSettings1.bin"],
      ]),
      "xl/printerSettings/printerSettings1.bin": `<?xml version="1.0"?><plist><string>${who}</string></plist>`,
    },
  ],
  ["docx", "description of a metafile", { "word/media/a.emf": metafile() }],
];

function metafile(): Uint8Array {
  const bytes = Buffer.alloc(200);
  bytes.writeUInt32LE(1, 0);
  bytes.write(" EMF", 40, "latin1");
  bytes.writeUInt32LE(who.length, 60);
  bytes.writeUInt32LE(100, 64);
  bytes.write(who, 100, "utf16le");
  return new Uint8Array(bytes);
}

/** The parts of the telling samples, one marker a row. */
const partRows: readonly [Kind, string, string][] = (["docx", "xlsx", "pptx"] as const).flatMap((kind) => [
  [kind, "title, author, keywords", "docProps/core.xml"],
  [kind, "template, manager, company, path", "docProps/app.xml"],
  [kind, "properties of one's own", "docProps/custom.xml"],
]);
const ownRows: readonly [Kind, string, string][] = [
  ["docx", "author of a remark, and the name in its text", "word/comments.xml"],
  ["docx", "list of people", "word/people.xml"],
  ["docx", "revision marks of the settings", "word/settings.xml"],
  ["docx", "path of the template", "word/_rels/settings.xml.rels"],
  ["xlsx", "who shares it, path of the file", "xl/workbook.xml"],
  ["xlsx", "author of a remark", "xl/comments1.xml"],
  ["xlsx", "list of people", "xl/persons/person.xml"],
  ["xlsx", "printer settings of Windows", "xl/printerSettings/printerSettings1.bin"],
  ["pptx", "authors of remarks", "ppt/commentAuthors.xml"],
  ["pptx", "authors of modern remarks", "ppt/authors.xml"],
  ["pptx", "log of changes", "ppt/changesInfos/changesInfo1.xml"],
  ["pptx", "path of a picture", "ppt/slides/slide1.xml"],
];

/** A list of people is met wherever it stands; the names in the text of remarks follow it. */
const threaded: Marker = {
  format: "xlsx",
  marker: "name in a threaded remark",
  mime: formats.xlsx.mime,
  bytes: async () => {
    const parts = xlsxParts(fromLatin("BM"));
    const both = ["xl/persons/person.xml", "xl/threadedComments/threadedComment1.xml"];
    return sample("xlsx", Object.fromEntries(both.map((name) => [name, parts[name] ?? ""])));
  },
};

const onePart = (kind: Kind, name: string) => async (): Promise<Uint8Array> => {
  const part = formats[kind].parts(await identifyingJpeg())[name];
  const links: Parameters<typeof rels>[0] = name.includes("changesInfo")
    ? [["http://schemas.microsoft.com/office/2016/11/relationships/changesInfo", "changesInfos/changesInfo1.xml"]]
    : [];
  return sample(kind, { [name]: part ?? "" }, links);
};

const odt = (name: string) => async (): Promise<Uint8Array> => {
  const parts = odtParts(await identifyingPng());
  const plain = ["mimetype", "META-INF/manifest.xml"].map((kept) => [kept, parts[kept] ?? ""]);
  const content = String(parts["content.xml"]).replace(who, "Somebody");
  const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${who}</rdf:RDF>`;
  return zipped({ ...Object.fromEntries(plain), "content.xml": content, [name]: parts[name] ?? rdf });
};

const odtRows: readonly [string, string][] = [
  ["creator, school", "meta.xml"],
  ["author of a remark", "content.xml"],
  ["printer", "settings.xml"],
  ["small picture of the first page", "Thumbnails/thumbnail.png"],
  ["a part of a kind that we do not know", "manifest.rdf"],
];
export const officeMarkers: readonly Marker[] = [
  ...[...partRows, ...ownRows].map(
    ([kind, marker, name]): Marker => ({ format: kind, marker, mime: formats[kind].mime, bytes: onePart(kind, name) }),
  ),
  ...officeRows.map(
    ([kind, marker, parts, links]): Marker => ({
      format: kind,
      marker,
      mime: formats[kind].mime,
      bytes: () => sample(kind, parts, links),
    }),
  ),
  ...odtRows.map(
    ([marker, name]): Marker => ({
      format: "odt",
      marker,
      mime: "application/vnd.oasis.opendocument.text",
      bytes: odt(name),
    }),
  ),
  threaded,
];
