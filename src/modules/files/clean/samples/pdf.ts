import { PDFDocument, PDFName, PDFString } from "@cantoo/pdf-lib";
import { person } from "./office.ts";

/** A PDF with properties, XMP, a remark by name, a form field and a photo with its location. */
export async function identifyingPdf(photo: Uint8Array): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.setAuthor(person.name);
  document.setTitle(`${person.name} essay`);
  document.setCreator(person.school);
  const page = document.addPage([300, 200]);
  page.drawText("The text stays.");
  page.drawImage(await document.embedJpg(photo), { x: 0, y: 0, width: 30, height: 20 });
  document.getForm().createTextField("answer").addToPage(page);
  const { context, catalog } = document;
  const remark = context.obj({ Type: "Annot", Subtype: "Text", Rect: [0, 0, 10, 10] });
  remark.set(PDFName.of("T"), PDFString.of(person.name));
  remark.set(PDFName.of("Contents"), PDFString.of("a remark"));
  page.node.addAnnot(context.register(remark));
  const xmp = context.stream(`<x:xmpmeta><dc:creator>${person.name}</dc:creator></x:xmpmeta>`, {
    Type: "Metadata",
    Subtype: "XML",
  });
  catalog.set(PDFName.of("Metadata"), context.register(xmp));
  catalog.set(PDFName.of("PieceInfo"), context.obj({ App: { Private: PDFString.of(person.mail) } }));
  context.register(context.obj({ Left: PDFString.of(`from an older revision of ${person.name}`) }));
  return document.save({ useObjectStreams: false });
}

/** A PDF whose catalogue lists a file inside it. */
export async function pdfWithAttachment(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage();
  await document.attach(new Uint8Array([1, 2, 3]), "source.odt", {});
  return document.save();
}
