import { Refused } from "../results.ts";
import { latin, view } from "../source.ts";

/** The part that a relationship's target names, seen from the folder of the part that owns the relationships. */
export function partOf(relationships: string, target: string): string {
  const folders = relationships.split("/").slice(0, -2);
  const steps = target.startsWith("/") ? target.slice(1).split("/") : [...folders, ...target.split("/")];
  const path: string[] = [];
  for (const step of steps) {
    if (step === "..") path.pop();
    else if (step !== "." && step !== "") path.push(step);
  }
  return path.join("/");
}

/** Signatures break by cleaning and name who signed; thumbnails show the first page as it was. */
const alwaysDropped = /^(_xmlsignatures\/|docProps\/thumbnail\.|Thumbnails\/|META-INF\/\w*signatures\.xml$)/i;

/** The parts that are left out: the ones found by relationships, and their own relationships. */
export function droppedParts(): { drop(part: string): void; has(name: string): boolean } {
  const dropped = new Set<string>();
  const has = (name: string): boolean => {
    const part = name.replace(/^\//, "").toLowerCase();
    const owner = part.replace(/(^|\/)_rels\/([^/]+)\.rels$/, "$1$2");
    return alwaysDropped.test(part) || dropped.has(part) || dropped.has(owner);
  };
  return { drop: (part) => void dropped.add(part.toLowerCase()), has };
}

export const looksLikeXml = (name: string, head: Uint8Array): boolean =>
  /\.(xml|rels|vml|svg|rdf)$/i.test(name) || /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\0?</.test(latin(head.subarray(0, 4)));

const compoundFile = "\xd0\xcf\x11\xe0";
/** Streams of an old Office file that hold the author or the path of what was embedded. */
const tellingStreams = ["SummaryInformation", "Ole10Native"].map((name) => [...name].join("\0"));

export const nested = (): Refused =>
  new Refused(
    "nested",
    "The document holds a file inside that we do not open, and that file can name its author. Take it out, and send it as its own file.",
  );

/**
 * Looks through the bytes of one part for another document inside. Archives are told, or refused where none is opened;
 * old Office files that name somebody are always refused.
 */
export function nestedWatch(opens: boolean): { push(bytes: Uint8Array): void; isArchive(): boolean } {
  let first = "";
  let tail = "";
  const isArchive = (): boolean => first.startsWith("PK\x03\x04");
  return {
    isArchive,
    push(bytes) {
      if (first.length < 4) first += latin(bytes.subarray(0, 4));
      if (isArchive() && !opens) throw nested();
      if (!first.startsWith(compoundFile)) return;
      const text = tail + latin(bytes);
      if (tellingStreams.some((name) => text.includes(name))) throw nested();
      tail = text.slice(-64);
    },
  };
}

export const isPrinterSettings = (name: string): boolean => /printerSettings\d*\.bin$/i.test(name);

const device = { nameBytes: 64, sizeAt: 68, extraAt: 70, least: 72 };

/** Windows' printer settings (DEVMODEW) without the printer's name and the driver's own data. */
export function namelessPrinter(settings: Uint8Array): Uint8Array {
  if (settings.length < device.least) return new Uint8Array(0);
  const size = Math.min(view(settings).getUint16(device.sizeAt, true), settings.length);
  const plain = settings.slice(0, Math.max(size, device.least));
  plain.fill(0, 0, device.nameBytes);
  view(plain).setUint16(device.extraAt, 0, true);
  return plain;
}
