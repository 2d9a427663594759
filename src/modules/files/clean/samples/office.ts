import { strToU8, zipSync } from "fflate";

/** Everything in the samples that gives a person away; none of it may be found in a clean file. */
export const person = {
  name: "Maria Holzhausen",
  short: "mholzhau",
  school: "Universität Tübingen",
  schoolAscii: "Tuebingen",
  mail: "maria@holzhausen.example",
  printer: "HOLZ-PRINT",
  rsid: "00AB12CD",
};

const declaration = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n`;
const types = "http://schemas.openxmlformats.org/package/2006/content-types";
const links = "http://schemas.openxmlformats.org/package/2006/relationships";
const office = "http://schemas.openxmlformats.org/officeDocument/2006";
const word = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml" xmlns:r="${office}/relationships"`;
const sheet = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

type Link = [type: string, target: string, external?: boolean];
export const rels = (all: readonly Link[]): string =>
  `${declaration}<Relationships xmlns="${links}">${all
    .map(
      ([type, target, external], i) =>
        `<Relationship Id="rId${i + 1}" Type="${type}" Target="${target}"${external ? ' TargetMode="External"' : ""}/>`,
    )
    .join("")}</Relationships>`;

const contentTypes = (parts: readonly [string, string][]): string =>
  `${declaration}<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="jpeg" ContentType="image/jpeg"/>${parts.map(([name, type]) => `<Override PartName="${name}" ContentType="${type}"/>`).join("")}</Types>`;

const properties = {
  "docProps/core.xml": `${declaration}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${person.name} essay</dc:title><dc:creator>${person.name}</dc:creator><cp:keywords>${person.school}</cp:keywords><cp:lastModifiedBy>${person.name}</cp:lastModifiedBy><dcterms:created xsi:type="dcterms:W3CDTF">2026-01-01T10:00:00Z</dcterms:created></cp:coreProperties>`,
  "docProps/app.xml": `${declaration}<Properties xmlns="${office}/extended-properties"><Template>${person.short}.dotm</Template><Manager>${person.name}</Manager><Company>${person.school}</Company><Pages>1</Pages><Application>Microsoft Office Word</Application><HyperlinkBase>C:\\Users\\${person.short}\\</HyperlinkBase></Properties>`,
  "docProps/custom.xml": `${declaration}<Properties xmlns="${office}/custom-properties" xmlns:vt="${office}/docPropsVTypes"><property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="2" name="Student"><vt:lpwstr>${person.mail}</vt:lpwstr></property></Properties>`,
};

const rootLinks = (main: string): string =>
  rels([
    [`${office}/relationships/officeDocument`, main],
    ["http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties", "docProps/core.xml"],
    [`${office}/relationships/extended-properties`, "docProps/app.xml"],
    [`${office}/relationships/custom-properties`, "docProps/custom.xml"],
    ["http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail", "docProps/thumbnail.jpeg"],
  ]);

export type Parts = Record<string, Uint8Array | string>;

export const zipped = (parts: Parts): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [name, typeof part === "string" ? strToU8(part) : part]),
    ),
  );

export const docxParts = (photo: Uint8Array): Parts => ({
  "[Content_Types].xml": contentTypes([
    ["/word/document.xml", "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"],
    ["/docProps/thumbnail.jpeg", "image/jpeg"],
  ]),
  "_rels/.rels": rootLinks("word/document.xml"),
  ...properties,
  "docProps/thumbnail.jpeg": photo,
  "word/document.xml": `${declaration}<w:document ${word}><w:body><w:p w:rsidR="${person.rsid}" w:rsidRDefault="${person.rsid}"><w:r w:rsidRPr="${person.rsid}"><w:t xml:space="preserve">The text stays &amp; is whole. </w:t></w:r><w:ins w:id="1" w:author="${person.name}" w:date="2026-01-01T10:00:00Z"><w:r><w:t>added</w:t></w:r></w:ins><w:del w:id="2" w:author='O&apos;Brien "Bo"' w:date="2026-01-01T10:00:00Z"><w:r><w:delText>gone</w:delText></w:r></w:del></w:p></w:body></w:document>`,
  "word/comments.xml": `${declaration}<w:comments ${word}><w:comment w:id="0" w:author="${person.name}" w:initials="MHZ" w:date="2026-01-01T10:00:00Z"><w:p><w:r><w:t>Ask ${person.name} about this.</w:t></w:r></w:p></w:comment></w:comments>`,
  "word/people.xml": `${declaration}<w15:people ${word}><w15:person w15:author="${person.name}"><w15:presenceInfo w15:providerId="AD" w15:userId="S::${person.mail}::1"/></w15:person></w15:people>`,
  "word/settings.xml": `${declaration}<w:settings ${word}><w:zoom w:percent="100"/><w:attachedTemplate r:id="rId1"/><w:rsids><w:rsidRoot w:val="${person.rsid}"/><w:rsid w:val="${person.rsid}"/></w:rsids><w:compat/></w:settings>`,
  "word/_rels/settings.xml.rels": rels([
    [`${office}/relationships/attachedTemplate`, `file:///C:\\Users\\${person.short}\\Normal.dotm`, true],
  ]),
  "word/_rels/document.xml.rels": rels([
    [`${office}/relationships/settings`, "settings.xml"],
    [`${office}/relationships/comments`, "comments.xml"],
    [`${office}/relationships/image`, "media/image1.jpeg"],
    [`${office}/relationships/hyperlink`, `file:///C:/Users/${person.short}/notes.docx`, true],
    [`${office}/relationships/hyperlink`, "https://example.org/users/7/profile", true],
  ]),
  "word/media/image1.jpeg": photo,
});

/** DEVMODEW: the printer's name, the sizes, and driver data that names the person again. */
function printerSettings(): Uint8Array {
  const bytes = Buffer.alloc(400);
  bytes.write(person.printer, 0, "utf16le");
  bytes.writeUInt16LE(220, 68);
  bytes.writeUInt16LE(180, 70);
  bytes.write(person.short, 230, "utf16le");
  return new Uint8Array(bytes);
}

export const xlsxParts = (photo: Uint8Array): Parts => ({
  "[Content_Types].xml": contentTypes([
    ["/xl/workbook.xml", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"],
  ]),
  "_rels/.rels": rootLinks("xl/workbook.xml"),
  ...properties,
  "docProps/thumbnail.jpeg": photo,
  "xl/workbook.xml": `${declaration}<workbook xmlns="${sheet}" xmlns:r="${office}/relationships" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:x15ac="http://schemas.microsoft.com/office/spreadsheetml/2010/11/ac"><fileSharing userName="${person.name}"/><mc:AlternateContent><mc:Choice Requires="x15"><x15ac:absPath url="C:\\Users\\${person.short}\\Documents\\"/></mc:Choice></mc:AlternateContent><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": rels([[`${office}/relationships/worksheet`, "worksheets/sheet1.xml"]]),
  "xl/worksheets/sheet1.xml": `${declaration}<worksheet xmlns="${sheet}"><sheetData><row r="1"><c r="A1"><v>42</v></c></row></sheetData></worksheet>`,
  "xl/comments1.xml": `${declaration}<comments xmlns="${sheet}"><authors><author>${person.name}</author><author>tc={0F}</author></authors><commentList><comment ref="A1" authorId="0"><text><r><t>${person.name}:</t></r><r><t> check this</t></r></text></comment></commentList></comments>`,
  "xl/persons/person.xml": `${declaration}<personList xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"><person displayName="${person.name}" id="{1}" userId="S::${person.mail}::1" providerId="AD"/></personList>`,
  "xl/threadedComments/threadedComment1.xml": `${declaration}<ThreadedComments xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"><threadedComment ref="A1" personId="{1}" id="{0F}"><text>@${person.name} see</text></threadedComment></ThreadedComments>`,
  "xl/printerSettings/printerSettings1.bin": printerSettings(),
});

const slides = "http://schemas.openxmlformats.org/presentationml/2006/main";

export const pptxParts = (photo: Uint8Array): Parts => ({
  "[Content_Types].xml": contentTypes([
    ["/ppt/presentation.xml", "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"],
    ["/ppt/changesInfos/changesInfo1.xml", "application/vnd.ms-powerpoint.changesinfo+xml"],
  ]),
  "_rels/.rels": rootLinks("ppt/presentation.xml"),
  ...properties,
  "docProps/thumbnail.jpeg": photo,
  "ppt/presentation.xml": `${declaration}<p:presentation xmlns:p="${slides}"><p:sldSz cx="1" cy="1"/></p:presentation>`,
  "ppt/_rels/presentation.xml.rels": rels([
    [`${office}/relationships/commentAuthors`, "commentAuthors.xml"],
    ["http://schemas.microsoft.com/office/2018/10/relationships/authors", "authors.xml"],
    ["http://schemas.microsoft.com/office/2016/11/relationships/changesInfo", "changesInfos/changesInfo1.xml"],
  ]),
  "ppt/commentAuthors.xml": `${declaration}<p:cmAuthorLst xmlns:p="${slides}"><p:cmAuthor id="1" name="${person.name}" initials="MHZ" lastIdx="1" clrIdx="0"/></p:cmAuthorLst>`,
  "ppt/authors.xml": `${declaration}<p188:authorLst xmlns:p188="http://schemas.microsoft.com/office/powerpoint/2018/8/main"><p188:author id="{2}" name="${person.name}" initials="MHZ" userId="S::${person.mail}::1" providerId="AD"/></p188:authorLst>`,
  "ppt/changesInfos/changesInfo1.xml": `${declaration}<pc:chgInfo xmlns:pc="http://schemas.microsoft.com/office/powerpoint/2013/main/command"><pc:docChgLst><pc:chgData name="${person.name}" userId="${person.mail}" providerId="AD"/></pc:docChgLst></pc:chgInfo>`,
  "ppt/slides/slide1.xml": `${declaration}<p:sld xmlns:p="${slides}"><p:cSld><p:spTree><p:pic><p:nvPicPr><p:cNvPr id="4" name="Picture 3" descr="C:\\Users\\${person.short}\\Pictures\\graph.png"/></p:nvPicPr></p:pic></p:spTree></p:cSld></p:sld>`,
  "ppt/media/image1.jpeg": photo,
});

export const odtParts = (photo: Uint8Array): Parts => ({
  mimetype: "application/vnd.oasis.opendocument.text",
  "META-INF/manifest.xml": `${declaration}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/><manifest:file-entry manifest:full-path="Thumbnails/thumbnail.png" manifest:media-type="image/png"/></manifest:manifest>`,
  "meta.xml": `${declaration}<office:document-meta xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><office:meta><meta:initial-creator>${person.name}</meta:initial-creator><dc:creator>${person.name}</dc:creator><meta:editing-cycles>3</meta:editing-cycles><meta:user-defined meta:name="School">${person.school}</meta:user-defined></office:meta></office:document-meta>`,
  "content.xml": `${declaration}<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><office:body><office:text><office:annotation><dc:creator>${person.name}</dc:creator><text:p>a remark</text:p></office:annotation><text:p>The text stays.</text:p></office:text></office:body></office:document-content>`,
  "settings.xml": `${declaration}<office:document-settings xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:config="urn:oasis:names:tc:opendocument:xmlns:config:1.0"><config:config-item config:name="PrinterName" config:type="string">${person.printer}</config:config-item></office:document-settings>`,
  "Thumbnails/thumbnail.png": photo,
});
