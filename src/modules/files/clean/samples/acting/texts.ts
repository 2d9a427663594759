import { type Parts, rels, zipped } from "../office.ts";
import { compound, formats, inWord, sample } from "../office-markers.ts";
import {
  type ActingFile,
  address,
  caller,
  drawing,
  halves,
  identifyingProperties,
  type Links,
  mailLink,
  microsoft,
  office,
  reach,
  share,
  stays,
} from "./acting-file.ts";

const text = `<w:p><w:r><w:t>${stays}.</w:t></w:r></w:p>`;
const picture = "http://schemas.openxmlformats.org/drawingml/2006/picture";
/** A picture as Word writes it, so that programs draw it. */
const blip = (names: string): string =>
  `<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="Picture 1"/><a:graphic ${drawing}><a:graphicData uri="${picture}"><pic:pic xmlns:pic="${picture}" xmlns:r="${office}"><pic:nvPicPr><pic:cNvPr id="1" name="a"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip ${names}/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
const field = (...pieces: string[]): string =>
  `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r>${pieces.map((piece) => `<w:r><w:instrText>${piece}</w:instrText></w:r>`).join("")}<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>shown</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;

const word = (kind: string, body: string, links: Links = [], more: Parts = {}): ActingFile => ({
  format: "docx",
  kind,
  mime: formats.docx.mime,
  bytes: () => sample("docx", { ...inWord(text + body), ...more }, links),
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

/** A heading whose contact detail stands in three runs, the second one bold. */
const splitHeading = `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>By ${reach.slice(0, 3)}</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>${halves[0].slice(3)}</w:t></w:r><w:r><w:t>${halves[1]}</w:t></w:r></w:p>`;
const heading = `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>By ${reach}</w:t></w:r></w:p>`;
export const trackingPicture = word("picture at an address", blip('r:link="rId1"'), [
  [`${office}/image`, address, true],
]);

const w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const linked = `<w:p><w:hyperlink xmlns:r="${office}" r:id="rId1"><w:r><w:t>shown</w:t></w:r></w:hyperlink></w:p>`;
const closed = (kind: string, links: Links, more: Parts): ActingFile => ({
  ...word(kind, "", links, more),
  withheld: true,
});

export const actingTexts: readonly ActingFile[] = [
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
  word("link to a share", linked, [[`${office}/hyperlink`, share, true]]),
  word("link to a mailbox", linked, [[`${office}/hyperlink`, mailLink, true]]),
  word("link field to a share", field(` HYPERLINK "${share.replaceAll("\\", "\\\\")}" `)),
  word("link field to a mailbox", field(` HYPERLINK "${mailLink}" `)),
  word(
    "object of another file",
    `<w:p><w:r><w:object><o:OLEObject xmlns:o="urn:schemas-microsoft-com:office:office" Type="Link" UpdateMode="Always" r:id="rId1"/></w:object></w:r></w:p>`,
    [[`${office}/oleObject`, share, true]],
  ),
  word("data source of a merge", "", [[`${office}/settings`, "settings.xml"]], {
    "word/settings.xml": `<w:settings ${w} xmlns:r="${office}"><w:mailMerge><w:dataSource r:id="rId1"/></w:mailMerge></w:settings>`,
    "word/_rels/settings.xml.rels": rels([[`${office}/mailMergeSource`, share, true]]),
  }),
  closed("object of a program", [[`${office}/oleObject`, "embeddings/oleObject1.bin"]], {
    "word/embeddings/oleObject1.bin": Buffer.concat([compound("Ole10Native"), Buffer.from(caller)]),
  }),
  closed("control that runs", [[`${office}/control`, "activeX/activeX1.xml"]], {
    "word/activeX/activeX1.xml": `<ax:ocx xmlns:ax="http://schemas.microsoft.com/office/2006/activeX" ax:classid="${caller}"/>`,
  }),
  closed("page inside", [[`${office}/aFChunk`, "a.html"]], { "word/a.html": `<html><img src="${address}"></html>` }),
  word("contact in a property", "", [], identifyingProperties),
  word("contact in pieces of a remark", "", [[`${office}/comments`, "comments.xml"]], {
    "word/comments.xml": `<w:comments ${w}><w:comment w:id="0"><w:p><w:r><w:t>${halves[0]}</w:t></w:r><w:r><w:t>${halves[1]}</w:t></w:r></w:p></w:comment></w:comments>`,
  }),
  word("contact in a page footer", "", [[`${office}/footer`, "footer1.xml"]], {
    "word/footer1.xml": `<w:ftr ${w}>${text.replace(stays, reach)}</w:ftr>`,
  }),
  word(
    "contact in the description of a table",
    `<w:tbl><w:tblPr><w:tblCaption w:val="${reach}"/><w:tblDescription w:val="${reach}"/></w:tblPr></w:tbl>`,
  ),
  word("contact in the name of a style", "", [[`${office}/styles`, "styles.xml"]], {
    "word/styles.xml": `<w:styles ${w}><w:style w:styleId="a"><w:name w:val="${reach}"/></w:style></w:styles>`,
  }),
  word("contact in the tip of a link", `<w:p><w:hyperlink w:anchor="a" w:tooltip="${reach}"/></w:p>`),
  word("contact in the title of a chart", "", [[`${office}/chart`, "charts/chart1.xml"]], {
    "word/charts/chart1.xml": `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" ${drawing}><c:chart><c:title><a:p><a:r><a:t>${halves[0]}</a:t></a:r><a:r><a:t>${halves[1]}</a:t></a:r></a:p></c:title></c:chart></c:chartSpace>`,
  }),
  { ...word("contact in a paragraph", text.replace(stays, reach)), kept: true },
  {
    ...word("contact in a footnote", "", [[`${office}/footnotes`, "footnotes.xml"]], {
      "word/footnotes.xml": `<w:footnotes ${w}><w:footnote w:id="1">${text.replace(stays, reach)}</w:footnote></w:footnotes>`,
    }),
    kept: true,
  },
  writer(
    "picture at an address",
    `<text:p><draw:frame text:anchor-type="as-char" svg:width="3cm" svg:height="3cm"><draw:image xlink:href="${address}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/></draw:frame></text:p>`,
  ),
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
  writer("contact in pieces of a heading", `<text:h>${halves[0]}<text:span>${halves[1]}</text:span></text:h>`),
  writer("contact in a description", `<text:p><draw:frame><svg:desc>${reach}</svg:desc></draw:frame></text:p>`),
  writer("object at an address", `<text:p><draw:frame><draw:object xlink:href="${address}"/></draw:frame></text:p>`),
  writer("link to a share", `<text:p><text:a xlink:href="file://${caller}/share/a.odt">shown</text:a></text:p>`),
  writer("link to a mailbox", `<text:p><text:a xlink:href="${mailLink}">shown</text:a></text:p>`),
  writer("font at an address", "", {
    "styles.xml": `<office:document-styles ${spaces} xmlns:xlink="http://www.w3.org/1999/xlink"><office:font-face-decls><style:font-face style:name="a"><svg:font-face-src><svg:font-face-uri xlink:href="${address}"/></svg:font-face-src></style:font-face></office:font-face-decls></office:document-styles>`,
  }),
  writer(
    "form that is sent",
    `<office:forms><form:form xmlns:form="${odf}form:1.0" xlink:href="${address}"/></office:forms>`,
  ),
  writer("contact in a property", "", {
    "meta.xml": `<office:document-meta ${spaces} xmlns:meta="${odf}meta:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><office:meta><meta:generator>${reach}</meta:generator><dc:title>${reach}</dc:title><dc:language>${reach}</dc:language></office:meta></office:document-meta>`,
  }),
  writer(
    "contact in pieces of a remark",
    `<text:p><office:annotation><text:p>${halves[0]}<text:span>${halves[1]}</text:span></text:p></office:annotation></text:p>`,
  ),
  writer("contact in a page header", "", {
    "styles.xml": `<office:document-styles ${spaces}><office:master-styles><style:master-page><style:header><text:p>${reach}</text:p></style:header></style:master-page></office:master-styles></office:document-styles>`,
  }),
  writer("contact in the name of a drawing", `<text:p><draw:frame draw:name="${reach}"/></text:p>`),
  { ...writer("contact in a paragraph", `<text:p>${reach}</text:p>`), kept: true },
];
