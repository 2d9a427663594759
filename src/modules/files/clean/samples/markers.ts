import { fromLatin } from "../source.ts";
import { chartParts } from "./embedded.ts";
import { identifyingGif, identifyingJpeg, identifyingPng, identifyingTiff, identifyingWebp } from "./images.ts";
import { docxParts, type Parts, person, xlsxParts, zipped } from "./office.ts";
import { compound, formats, inWord, type Marker, officeMarkers, sample } from "./office-markers.ts";
import { identifyingPdf, pdfWithAttachment } from "./pdf.ts";

const who = person.name;
const octets = "application/octet-stream";
const withPicture = async (): Promise<Parts> => ({ "word/media/image1.jpeg": await identifyingJpeg() });
const inZip = (parts: () => Parts | Promise<Parts>) => async () => zipped(await parts());
const zip = "application/zip";
const text = (content: string) => async () => new TextEncoder().encode(content);
const svg = (inside: string) => text(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`);

const others: readonly Marker[] = [
  {
    format: "docx",
    marker: "place and owner of the camera in a picture",
    mime: formats.docx.mime,
    bytes: async () => sample("docx", await withPicture()),
  },
  {
    format: "docx",
    marker: "data sheet of a chart",
    mime: formats.docx.mime,
    bytes: async () => sample("docx", chartParts("word", zipped(xlsxParts(await identifyingJpeg())))),
  },
  {
    format: "docx",
    marker: "the text itself",
    mime: formats.docx.mime,
    bytes: () => sample("docx", inWord(`<w:t>${who}</w:t>`)),
    kept: true,
  },
  {
    format: "jpeg",
    marker: "Exif with place, XMP, IPTC, comment, bytes after the end",
    mime: "image/jpeg",
    bytes: () => identifyingJpeg(),
  },
  {
    format: "png",
    marker: "Exif with place, XMP, texts, bytes after the end",
    mime: "image/png",
    bytes: () => identifyingPng(),
  },
  { format: "webp", marker: "Exif with place, XMP", mime: "image/webp", bytes: () => identifyingWebp() },
  { format: "tiff", marker: "Exif with place, XMP", mime: "image/tiff", bytes: identifyingTiff },
  { format: "gif", marker: "comment, bytes after the end", mime: "image/gif", bytes: identifyingGif },
  {
    format: "pdf",
    marker: "properties, XMP, older revisions, remarks, pictures",
    mime: "application/pdf",
    bytes: async () => identifyingPdf(await identifyingJpeg()),
  },
  { format: "pdf", marker: "a file inside", mime: "application/pdf", bytes: pdfWithAttachment },
  { format: "svg", marker: "metadata, path of the file", mime: octets, bytes: svg(`<metadata>${who}</metadata>`) },
  {
    format: "zip",
    marker: "a document in it",
    mime: zip,
    bytes: inZip(async () => ({ "a/essay.docx": zipped(docxParts(await identifyingJpeg())) })),
  },
  {
    format: "zip",
    marker: "a picture in it",
    mime: zip,
    bytes: inZip(async () => ({ "a.jpg": await identifyingJpeg() })),
  },
  {
    format: "zip",
    marker: "what macOS and Windows leave beside files",
    mime: zip,
    bytes: inZip(() => ({ "a.txt": "words", "__MACOSX/._a.txt": who, ".DS_Store": who })),
  },
  { format: "zip", marker: "an archive in it", mime: zip, bytes: inZip(() => ({ "a.zip": zipped({ "a.txt": who }) })) },
  {
    format: "zip",
    marker: "a file in it that we do not know",
    mime: zip,
    bytes: inZip(() => ({ "a.sav": fromLatin(`\0\x01${who}`) })),
  },
  {
    format: "zip",
    marker: "names of files, text files",
    mime: zip,
    bytes: inZip(() => ({ [`${who}/a.txt`]: who })),
    kept: true,
  },
  ...["7z\xbc\xaf", "Rar!", "\x1f\x8b"].map(
    (magic, i): Marker => ({
      format: ["7z", "rar", "gz"][i] ?? "",
      marker: "all that is in it",
      mime: octets,
      bytes: async () => fromLatin(`${magic}\0${who}`),
    }),
  ),
  {
    format: "doc, xls, ppt",
    marker: "author, company",
    mime: "application/x-cfb",
    bytes: async () => compound("SummaryInformation"),
  },
  {
    format: "rtf",
    marker: "author, company",
    mime: "application/rtf",
    bytes: text(`{\\rtf1{\\info{\\author ${who}}}}`),
  },
  { format: "eps", marker: "author", mime: octets, bytes: text(`%!PS-Adobe\n%%For: ${who}`) },
  {
    format: "heic, avif, mp4, mov",
    marker: "place",
    mime: octets,
    bytes: async () => fromLatin(`\0\0\0 ftypheic${who}`),
  },
  { format: "any other", marker: "all that is in it", mime: octets, bytes: async () => fromLatin(`\0\x01\x02${who}`) },
  { format: "txt, md, csv, html, code", marker: "the text itself", mime: "text/plain", bytes: text(who), kept: true },
];

export const markers: readonly Marker[] = [...officeMarkers, ...others].sort((a, b) =>
  a.format.localeCompare(b.format),
);
