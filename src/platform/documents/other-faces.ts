import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const packages = createRequire(import.meta.url);

/** Packages of faces by the script of a letter, the better one first: Vazirmatn's dots are part of its letters. */
const packagesByScript: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\p{Script=Arabic}/u, ["vazirmatn", "noto-sans-arabic"]],
  [/\p{Script=Hebrew}/u, ["noto-sans-hebrew"]],
  [/\p{Script=Devanagari}/u, ["noto-sans-devanagari"]],
  [/\p{Script=Bengali}/u, ["noto-sans-bengali"]],
  [/\p{Script=Tamil}/u, ["noto-sans-tamil"]],
  [/\p{Script=Thai}/u, ["noto-sans-thai"]],
  [/\p{Script=Ethiopic}/u, ["noto-sans-ethiopic"]],
  [/\p{Script=Georgian}/u, ["noto-sans-georgian"]],
  [/\p{Script=Armenian}/u, ["noto-sans-armenian"]],
  [/\p{Script=Hangul}/u, ["noto-sans-kr"]],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, ["noto-sans-jp"]],
];
const anyOther = ["noto-sans-sc", "noto-sans-jp", "noto-sans-kr", "noto-emoji", "noto-sans-arabic"];

/**
 * Han letters have other forms in Japan, Korea and China: those of Japan where the document has kana, those of Korea
 * where it has hangul, else the simplified ones of China. A choice of form; each of them can be read.
 */
const hanOrder = (document: string): readonly string[] => {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(document)) return ["noto-sans-jp", "noto-sans-sc"];
  return /\p{Script=Hangul}/u.test(document) ? ["noto-sans-kr", "noto-sans-sc"] : ["noto-sans-sc", "noto-sans-jp"];
};

function packagesFor(cluster: string, document: string): readonly string[] {
  const found = packagesByScript.find(([script]) => script.test(cluster));
  if (found) return found[1];
  if (/\p{Script=Han}/u.test(cluster)) return hanOrder(document);
  if (/\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u.test(cluster)) return ["noto-emoji", ...anyOther];
  return anyOther;
}

type Slice = { name: string; ranges: readonly (readonly [number, number])[] };

const slices = new Map<string, Promise<readonly Slice[]>>();
const readSlices = async (name: string): Promise<readonly Slice[]> => {
  const file = packages.resolve(`@fontsource-variable/${name}/unicode.json`);
  const listed: Record<string, string> = JSON.parse(await readFile(file, "utf8"));
  return Object.entries(listed).map(([slice, ranges]) => ({
    name: slice.replace(/[[\]]/g, ""),
    ranges: ranges.split(",").map((one) => {
      const [from = "0", to = from] = one.replace("U+", "").split("-");
      return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
    }),
  }));
};
const slicesOf = (name: string): Promise<readonly Slice[]> => {
  const found = slices.get(name) ?? readSlices(name);
  slices.set(name, found);
  return found;
};

/** The libraries are read when the first document needs them: they bring machine code of 2 MB. */
const openLibraries = async () => {
  const [harfbuzz, woff2] = await Promise.all([import("harfbuzzjs"), import("wawoff2")]);
  return { harfbuzz, decompress: woff2.default.decompress };
};
type Harfbuzz = Awaited<ReturnType<typeof openLibraries>>["harfbuzz"];

/** One file of a face: some hundred letters of it, with all its weights. */
export type Face = {
  readonly name: string;
  /** The file as TrueType. */
  readonly bytes: Uint8Array;
  readonly font: InstanceType<Harfbuzz["Font"]>;
  readonly unitsPerEm: number;
  readonly harfbuzz: Harfbuzz;
};

async function openFace(file: string): Promise<Face> {
  const { harfbuzz, decompress } = await openLibraries();
  const packed = await readFile(packages.resolve(`@fontsource-variable/${file}-wght-normal.woff2`));
  // A copy: what is returned is a window of the library's memory, which its next call writes over.
  const bytes = Uint8Array.from(await decompress(packed));
  const face = new harfbuzz.Face(new harfbuzz.Blob(bytes));
  const name = file.split("/").at(-1) ?? file;
  return { name, bytes, font: new harfbuzz.Font(face), unitsPerEm: face.upem, harfbuzz };
}

/** Joiners, selectors of variants and marks of direction: nothing is drawn for them. */
const isUnseen = (letter: string): boolean => /^[\p{Default_Ignorable_Code_Point}\p{Cf}]$/u.test(letter);

/** Code points of a cluster for which something is drawn. */
export const seenCodes = (cluster: string): number[] =>
  [...cluster].flatMap((letter) => (isUnseen(letter) ? [] : [letter.codePointAt(0) ?? 0]));

/** Finds the face of a cluster of letters: the first one that has all of them; null where none has. For one document. */
export function openOtherFaces(document: string): (cluster: string) => Promise<Face | null> {
  const opened = new Map<string, Promise<Face>>();
  const known = new Map<string, Promise<Face | null>>();
  const search = async (cluster: string): Promise<Face | null> => {
    const codes = seenCodes(cluster);
    const [first] = codes;
    if (first === undefined) return null;
    for (const name of packagesFor(cluster, document))
      for (const slice of await slicesOf(name)) {
        if (!slice.ranges.some(([from, to]) => first >= from && first <= to)) continue;
        const file = `${name}/files/${name}-${slice.name}`;
        const opening = opened.get(file) ?? openFace(file);
        opened.set(file, opening);
        const face = await opening;
        // A package's list says more than its files have.
        if (codes.every((code) => face.font.glyph(code))) return face;
      }
    return null;
  };
  return (cluster) => {
    const found = known.get(cluster) ?? search(cluster);
    known.set(cluster, found);
    return found;
  };
}
