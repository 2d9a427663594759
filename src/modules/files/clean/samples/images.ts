import sharp from "sharp";
import { fromLatin, joined, view } from "../source.ts";
import { person } from "./office.ts";

/** A picture with edges and colours, so that a changed pixel or a lost turn shows. */
const drawing = (width: number, height: number) => {
  const pixels = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++)
    pixels.set(
      [(i * 7) % 251, (i % width) * 5, Math.floor(i / width) * 9].map((v) => v % 256),
      i * 3,
    );
  return sharp(pixels, { raw: { width, height, channels: 3 } });
};

const exif = {
  IFD0: { Artist: person.name, ImageDescription: `${person.name} at home`, Copyright: person.mail, Make: "Phone" },
  IFD3: {
    GPSLatitudeRef: "N",
    GPSLatitude: "48/1 31/1 0/1",
    GPSLongitudeRef: "E",
    GPSAreaInformation: person.schoolAscii,
  },
};
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:creator="${person.name}"/></rdf:RDF></x:xmpmeta>`;

/** A turned picture with all of it: Exif, GPS, XMP and a colour profile. */
const identifyingTexts = (orientation: number) =>
  drawing(60, 40).withExif(exif).withXmp(xmp).withIccProfile("p3").withMetadata({ orientation });

const segment = (code: number, text: string): Uint8Array => {
  const payload = fromLatin(text);
  const head = new Uint8Array([0xff, code, 0, 0]);
  view(head).setUint16(2, payload.length + 2);
  return joined([head, payload]);
};

export async function identifyingJpeg(orientation = 6, progressive = false): Promise<Uint8Array> {
  const bytes = new Uint8Array(
    await identifyingTexts(orientation).jpeg({ progressive, mozjpeg: progressive }).toBuffer(),
  );
  const comment = segment(0xfe, `made by ${person.name}`);
  const iptc = segment(0xed, `Photoshop 3.0\x008BIM ${person.name}`);
  return joined([bytes.subarray(0, 2), comment, iptc, bytes.subarray(2), fromLatin(`after the end: ${person.mail}`)]);
}

export async function identifyingPng(orientation = 3): Promise<Uint8Array> {
  const { crc32 } = await import("node:zlib");
  const bytes = new Uint8Array(await identifyingTexts(orientation).png().toBuffer());
  const body = fromLatin(`tEXtAuthor\0${person.name}`);
  const frame = new Uint8Array(8);
  view(frame).setUint32(0, body.length - 4);
  view(frame).setUint32(4, crc32(body));
  const text = joined([frame.subarray(0, 4), body, frame.subarray(4)]);
  return joined([bytes.subarray(0, 33), text, bytes.subarray(33), fromLatin(person.mail)]);
}

export const identifyingWebp = async (orientation = 8): Promise<Uint8Array> =>
  new Uint8Array(await identifyingTexts(orientation).webp({ lossless: true }).toBuffer());

export const identifyingTiff = async (): Promise<Uint8Array> =>
  new Uint8Array(await identifyingTexts(6).tiff({ compression: "lzw" }).toBuffer());

export async function identifyingGif(): Promise<Uint8Array> {
  const bytes = new Uint8Array(await drawing(30, 20).gif().toBuffer());
  const text = fromLatin(`by ${person.name}`);
  const comment = joined([new Uint8Array([0x21, 0xfe, text.length]), text, new Uint8Array([0])]);
  const table = (bytes[10] ?? 0) & 0x80 ? 3 * 2 ** (((bytes[10] ?? 0) & 7) + 1) : 0;
  return joined([bytes.subarray(0, 13 + table), comment, bytes.subarray(13 + table), fromLatin(person.mail)]);
}

/** A PNG that says it is 60,000 by 60,000 pixels and holds almost nothing. */
export async function hugePngHeader(): Promise<Uint8Array> {
  const { crc32 } = await import("node:zlib");
  const bytes = new Uint8Array(await drawing(4, 4).png().toBuffer());
  view(bytes).setUint32(16, 60_000);
  view(bytes).setUint32(20, 60_000);
  view(bytes).setUint32(29, crc32(bytes.subarray(12, 29)));
  return bytes;
}
