import { type Parts, relationsOf } from "../office/relations.ts";
import type { NamedEvent } from "../xml/named.ts";
import { attributeIn } from "../xml/rewrite.ts";
import type { FileText } from "./file-text.ts";
import { Gatherer, type Piece } from "./text-collector.ts";

const pictures = ["p:pic", "c:chart", "dgm:relIds"];

/** Reads one slide, or the notes of one. A slide that is not shown is hidden text. */
function slideReader(into: Gatherer, given: Piece): (event: NamedEvent) => void {
  let piece = given;
  let [passed, numbered] = [0, 0];
  const path: string[] = [];
  const put = (text: string): void => {
    if (passed + numbered > 0) return;
    into.piece = piece;
    into.put(text);
  };
  const open = (name: string, raw: string): void => {
    if (name === "p:sld" && attributeIn(raw, "show") === "0") piece = "hidden";
    into.piece = piece;
    if (name === "a:p") into.paragraphStarts();
    else if (name === "a:tbl") into.tableStarts();
    else if (name === "a:tr") into.rowStarts();
    else if (name === "a:tc") into.cellStarts();
    else if (name === "a:br") put("\n");
    else if (pictures.includes(name) && piece === "text") into.pictures++;
  };
  const close = (name: string): void => {
    into.piece = piece;
    if (name === "a:p") into.paragraphEnds();
    else if (name === "a:tbl") into.tableEnds();
    else if (name === "a:tr") into.rowEnds();
  };
  return (event) => {
    if (event.kind === "text") {
      if (path.at(-1) === "a:t" || path.at(-1) === "m:t") put(event.text);
      return;
    }
    const { name } = event;
    const step = event.kind === "close" ? -1 : event.closed ? 0 : 1;
    if (name === "mc:Fallback") passed += step;
    if (name === "a:fld") numbered += step;
    if (event.kind === "close") path.pop();
    else if (step > 0) path.push(name);
    if (passed > 0) return;
    if (event.kind === "open") open(name, event.raw);
    if (event.kind === "close" || event.closed) close(name);
  };
}

/** The text of a PowerPoint file, slide by slide as they are shown; what a speaker notes stands apart (ECMA-376 part 1, 19). */
export async function slidesText(parts: Parts, main: string): Promise<FileText> {
  const into = new Gatherer();
  const slides = new Map((await relationsOf(parts, main, ["slide"])).map(({ id, part }) => [id, part]));
  const shown: string[] = [];
  await parts.read(main, (event) => {
    if (event.kind !== "open" || event.name !== "p:sldId") return;
    const id = /\s[^\s=:]+:id\s*=\s*["']([^"']*)/.exec(event.raw)?.[1] ?? "";
    shown.push(slides.get(id) ?? "");
  });
  for (const slide of shown.filter(Boolean)) {
    await parts.read(slide, slideReader(into, "text"));
    for (const { part } of await relationsOf(parts, slide, ["notesSlide"]))
      await parts.read(part, slideReader(into, "notes"));
  }
  return into.done();
}
