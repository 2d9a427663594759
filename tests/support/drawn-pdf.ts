import { PDFDocument, PDFName, StandardFonts } from "@cantoo/pdf-lib";

/** A PDF of so many pages: the first says `text`, each of the others draws so many lines, which takes time and room. */
export async function drawnPdf(text: string, pages: number, lines: number): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  document.addPage().drawText(text, { x: 40, y: 780, size: 10, font, maxWidth: 500, lineHeight: 13 });
  const drawing = document.context.register(document.context.flateStream("1 1 m 9 9 l S ".repeat(lines)));
  for (let n = 1; n < pages; n++) document.addPage().node.set(PDFName.of("Contents"), drawing);
  return document.save();
}
