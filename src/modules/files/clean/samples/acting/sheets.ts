import { type Parts, rels } from "../office.ts";
import { compound, formats, sample } from "../office-markers.ts";
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

const sheet = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
type Book = {
  cells?: string;
  after?: string;
  names?: string;
  sheets?: string;
  parts?: Parts;
  links?: Links;
  ofSheet?: Links;
};
const book = (
  kind: string,
  { cells = "", after = "", names = "", sheets = "", parts, links, ofSheet }: Book,
): ActingFile => ({
  format: "xlsx",
  kind,
  mime: formats.xlsx.mime,
  bytes: () =>
    sample(
      "xlsx",
      {
        "xl/workbook.xml": `<workbook xmlns="${sheet}" xmlns:r="${office}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/>${sheets}</sheets>${names}</workbook>`,
        "xl/worksheets/sheet1.xml": `<worksheet xmlns="${sheet}" xmlns:r="${office}"><sheetData><row r="1"><c r="A1" t="str"><f>1+1</f><v>${stays}</v></c>${cells}</row></sheetData>${after}</worksheet>`,
        ...(ofSheet && { "xl/worksheets/_rels/sheet1.xml.rels": rels(ofSheet) }),
        ...parts,
      },
      [[`${office}/worksheet`, "worksheets/sheet1.xml"], ...(links ?? [])],
    ),
});
/** A workbook that stays its owner's. */
const closed = (kind: string, book_: Book): ActingFile => ({ ...book(kind, book_), withheld: true });
const cell = (formula: string): string => `<c r="B1"><f>${formula}</f><v>5</v></c>`;

/** Where a picture stands, so that programs draw it. */
const square = '<a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"/>';
const slides = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';
const deck = (kind: string, shapes: string, links: Links = [], more: Parts = {}): ActingFile => ({
  format: "pptx",
  kind,
  mime: formats.pptx.mime,
  bytes: () =>
    sample(
      "pptx",
      {
        "ppt/presentation.xml": `<p:presentation ${slides} xmlns:r="${office}"><p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>`,
        "ppt/slides/slide1.xml": `<p:sld ${slides} ${drawing} xmlns:r="${office}"><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>${stays}.</a:t></a:r></a:p></p:txBody></p:sp>${shapes}</p:spTree></p:cSld></p:sld>`,
        "ppt/slides/_rels/slide1.xml.rels": rels(links),
        ...more,
      },
      [[`${office}/slide`, "slides/slide1.xml"]],
    ),
});

export const connection = closed("connection", {
  parts: {
    "xl/connections.xml": `<connections xmlns="${sheet}"><connection id="1" refreshOnLoad="1"><webPr url="${address}"/></connection></connections>`,
  },
});

export const actingSheets: readonly ActingFile[] = [
  book("formula that fetches", { cells: cell(`WEBSERVICE("${address}")`) }),
  book("DDE formula", { cells: cell(`cmd|'/c start ${caller}'!A0`) }),
  book("formula of another file", {
    cells: cell("[1]Sheet1!A1"),
    links: [[`${office}/externalLink`, "externalLinks/externalLink1.xml"]],
    parts: {
      "xl/externalLinks/externalLink1.xml": `<externalLink xmlns="${sheet}" xmlns:r="${office}"><externalBook r:id="rId1"/></externalLink>`,
      "xl/externalLinks/_rels/externalLink1.xml.rels": rels([[`${office}/externalLinkPath`, share, true]]),
    },
  }),
  book("formula that links to a share", { cells: cell(`HYPERLINK("${share}","shown")`) }),
  book("formula that links to a mailbox", { cells: cell(`HYPERLINK("${mailLink}","shown")`) }),
  book("name that runs at opening", {
    names: `<definedNames><definedName name="_xlnm.Auto_Open">Macro1!$A$1 ${caller}</definedName></definedNames>`,
  }),
  book("macros", {
    links: [[`${microsoft}/vbaProject`, "vbaProject.bin"]],
    parts: { "xl/vbaProject.bin": Buffer.concat([compound("_VBA_PROJECT"), Buffer.from(caller)]) },
  }),
  book("sheet of macros", {
    sheets: '<sheet name="M" sheetId="2" r:id="rId2"/>',
    links: [[`${microsoft}/xlMacrosheet`, "macrosheets/sheet1.xml"]],
    parts: {
      "xl/macrosheets/sheet1.xml": `<xm:macrosheet xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main" xmlns="${sheet}"><sheetData><c><f>EXEC("${caller}")</f></c></sheetData></xm:macrosheet>`,
    },
  }),
  book("values of a data server", {
    links: [[`${office}/volatileDependencies`, "volatileDependencies.xml"]],
    parts: {
      "xl/volatileDependencies.xml": `<volTypes xmlns="${sheet}"><volType type="realTimeData"><main first="${caller}"><tp><v>1</v><stp>a</stp><tr r="B1" s="1"/></tp></main></volType></volTypes>`,
    },
  }),
  book("pivot table of another file", {
    links: [[`${office}/pivotCacheDefinition`, "pivotCache/pivotCacheDefinition1.xml"]],
    parts: {
      "xl/pivotCache/pivotCacheDefinition1.xml": `<pivotCacheDefinition xmlns="${sheet}" xmlns:r="${office}" refreshOnLoad="1"><cacheSource type="worksheet"><worksheetSource ref="A1:B2" sheet="S" r:id="rId1"/></cacheSource></pivotCacheDefinition>`,
      "xl/pivotCache/_rels/pivotCacheDefinition1.xml.rels": rels([[`${office}/externalLinkPath`, share, true]]),
    },
  }),
  book("query of Power Query", {
    links: [[`${office}/customXml`, "../customXml/item1.xml"]],
    parts: {
      "customXml/item1.xml": `<DataMashup xmlns="http://schemas.microsoft.com/DataMashup">${caller}</DataMashup>`,
    },
  }),
  book("picture at an address", {
    after: '<drawing r:id="rId1"/>',
    ofSheet: [[`${office}/drawing`, "../drawings/drawing1.xml"]],
    parts: {
      "xl/drawings/drawing1.xml": `<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:r="${office}" ${drawing}><xdr:oneCellAnchor><xdr:from><xdr:col>0</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>0</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext cx="900000" cy="900000"/><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="a"/><xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill><a:blip r:link="rId1"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr>${square}</xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor></xdr:wsDr>`,
      "xl/drawings/_rels/drawing1.xml.rels": rels([[`${office}/image`, address, true]]),
    },
  }),
  book("link of a cell to a share", {
    after: '<hyperlinks><hyperlink ref="A1" r:id="rId1"/></hyperlinks>',
    ofSheet: [[`${office}/hyperlink`, share, true]],
  }),
  book("link of a cell to a mailbox", {
    after: '<hyperlinks><hyperlink ref="A1" r:id="rId1"/></hyperlinks>',
    ofSheet: [[`${office}/hyperlink`, mailLink, true]],
  }),
  connection,
  closed("query of a table", {
    parts: { "xl/queryTables/queryTable1.xml": `<queryTable xmlns="${sheet}" name="${caller}" connectionId="1"/>` },
  }),
  book("contact in a property", { parts: identifyingProperties }),
  book("contact in a page header and footer", {
    after: `<headerFooter><oddHeader>&amp;L${reach}</oddHeader><evenFooter>&amp;C${reach}</evenFooter></headerFooter>`,
  }),
  book("contact in pieces of a remark", {
    parts: {
      "xl/comments1.xml": `<comments xmlns="${sheet}"><authors><author>A</author></authors><commentList><comment ref="A1" authorId="0"><text><r><t>${halves[0]}</t></r><r><t>${halves[1]}</t></r></text></comment></commentList></comments>`,
    },
  }),
  book("contact in a threaded remark", {
    parts: {
      "xl/threadedComments/threadedComment1.xml": `<ThreadedComments xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"><threadedComment ref="A1" id="{0F}"><text>${reach}</text></threadedComment></ThreadedComments>`,
    },
  }),
  book("contact in the message of a cell", {
    after: `<dataValidations><dataValidation sqref="A1" promptTitle="+49 151 2345 6789" prompt="${reach}" error="${reach}"/></dataValidations>`,
  }),
  book("contact in the description of a table", {
    parts: {
      "xl/tables/table1.xml": `<table xmlns="${sheet}" id="1" name="T" ref="A1:A2"><extLst><ext xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"><x14:table altText="${reach}" altTextSummary="${reach}"/></ext></extLst></table>`,
    },
  }),
  closed("contact in the name of a sheet", { sheets: `<sheet name="${reach}" sheetId="2"/>` }),
  { ...book("contact in a cell", { cells: `<c r="B1" t="inlineStr"><is><t>${reach}</t></is></c>` }), kept: true },
  deck(
    "picture at an address",
    `<p:pic><p:nvPicPr><p:cNvPr id="3" name="a"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:link="rId1"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr>${square}</p:spPr></p:pic>`,
    [[`${office}/image`, address, true]],
  ),
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
    `<p:sp><p:nvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${halves[0]}</a:t></a:r><a:r><a:t>${halves[1]}</a:t></a:r></a:p></p:txBody></p:sp>`,
  ),
  deck(
    "object of another file",
    '<p:graphicFrame><p:oleObj r:id="rId1"><p:link updateAutomatic="1"/></p:oleObj></p:graphicFrame>',
    [[`${office}/oleObject`, share, true]],
  ),
  deck("macros", "", [[`${microsoft}/vbaProject`, "../vbaProject.bin"]], {
    "ppt/vbaProject.bin": Buffer.concat([compound("_VBA_PROJECT"), Buffer.from(caller)]),
  }),
  deck("link to a mailbox", '<a:r><a:rPr><a:hlinkClick r:id="rId1"/></a:rPr><a:t>shown</a:t></a:r>', [
    [`${office}/hyperlink`, mailLink, true],
  ]),
  deck("contact in a property", "", [], identifyingProperties),
  deck(
    "contact in a description",
    `<p:pic><p:nvPicPr><p:cNvPr id="2" name="Picture of ${reach}" descr="${reach}"/></p:nvPicPr></p:pic>`,
  ),
  deck(
    "contact in a page footer",
    `<p:sp><p:nvSpPr><p:nvPr><p:ph type="ftr"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${reach}</a:t></a:r></a:p></p:txBody></p:sp>`,
  ),
  deck("contact in pieces of notes", "", [[`${office}/notesSlide`, "../notesSlides/notesSlide1.xml"]], {
    "ppt/notesSlides/notesSlide1.xml": `<p:notes ${slides} ${drawing}><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>${halves[0]}</a:t></a:r><a:r><a:t>${halves[1]}</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:notes>`,
  }),
  deck("contact in a remark", "", [[`${office}/comments`, "../comments/comment1.xml"]], {
    "ppt/comments/comment1.xml": `<p:cmLst ${slides}><p:cm authorId="1"><p:text>${reach}</p:text></p:cm></p:cmLst>`,
  }),
  deck(
    "contact in a modern remark",
    "",
    [["http://schemas.microsoft.com/office/2018/10/relationships/comments", "../comments/modernComment1.xml"]],
    {
      "ppt/comments/modernComment1.xml": `<p188:cmLst xmlns:p188="http://schemas.microsoft.com/office/powerpoint/2018/8/main" ${drawing}><p188:cm><p188:txBody><a:p><a:r><a:t>${halves[0]}</a:t></a:r><a:r><a:t>${halves[1]}</a:t></a:r></a:p></p188:txBody></p188:cm></p188:cmLst>`,
    },
  ),
  {
    ...deck("contact in the text", `<p:sp><p:txBody><a:p><a:r><a:t>${reach}</a:t></a:r></a:p></p:txBody></p:sp>`),
    kept: true,
  },
];
