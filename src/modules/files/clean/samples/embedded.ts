import { type Parts, rels } from "./office.ts";

const chart = "http://schemas.openxmlformats.org/drawingml/2006/chart";
const relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** Where a document keeps the data sheet of its first chart. */
export const sheetOf = (folder: string): string => `${folder}/embeddings/Microsoft_Excel_Sheet1.xlsx`;

/** A chart as Office draws it: the part, and the workbook with its data that it leads to. */
export const chartParts = (folder: string, workbook: Uint8Array): Parts => ({
  [`${folder}/charts/chart1.xml`]: `<?xml version="1.0" encoding="UTF-8"?><c:chartSpace xmlns:c="${chart}" xmlns:r="${relationships}"><c:chart/><c:externalData r:id="rId1"><c:autoUpdate val="0"/></c:externalData></c:chartSpace>`,
  [`${folder}/charts/_rels/chart1.xml.rels`]: rels([
    [`${relationships}/package`, "../embeddings/Microsoft_Excel_Sheet1.xlsx"],
  ]),
  [sheetOf(folder)]: workbook,
});
