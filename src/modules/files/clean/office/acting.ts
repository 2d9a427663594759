import { leadsToPerson, masked, maskedRaw, maskedTexts, refuseNamed, withoutMail } from "../contacts.ts";
import type { Rules } from "../xml/rewrite.ts";
import { escapeXml, unescapeXml } from "../xml/scan.ts";

// What acts when a document is opened, or speaks to somebody: fields that fetch, formulas that call, links in styles.

/** Fields whose result comes from the document itself (ECMA-376 part 1, 17.16.5); any other becomes the text that it shows. */
const ownFields = new Set(
  `addin advance autonum autonumlgl autonumout bibliography citation comments compare createdate date edittime eq
  formcheckbox formdropdown formtext formula hyperlink if index info keywords lastsavedby listnum mergefield next nextif
  noteref numchars numpages numwords page pageref private quote ref revnum savedate section sectionpages seq set skipif
  styleref subject symbol tc time title toc toa xe = author printdate docproperty docvariable`.split(/\s+/),
);
export function isOwnField(code: string): boolean {
  const text = unescapeXml(code);
  const name = (/^\s*(=|[\p{L}]+)/u.exec(text)?.[1] ?? "").toLowerCase();
  return ownFields.has(name) && (name !== "hyperlink" || linksToPage(text));
}

/** A link of a field leads to a page or into the document, and not to a share, a file or a person. */
function linksToPage(code: string): boolean {
  const quoted = [...code.matchAll(/"([^"]*)"/g)].map(([, target = ""]) => target);
  const bare = /^\s*\p{L}+\s+([^\s"\\]\S*)/u.exec(code)?.[1] ?? "";
  return !leadsToPerson(code) && [...quoted, bare].every((target) => isPage(target) || !isOutside(target));
}

/** Follows fields through a part, by their number: nested ones each have their own (17.16.18). */
class Fields {
  #count = 0;
  readonly #open: { at: number; code: string; inCode: boolean }[] = [];
  #ended: { at: number; code: string } | undefined;
  /** The field that the element before us belongs to. */
  get at(): number {
    return this.#ended?.at ?? this.#open.at(-1)?.at ?? -1;
  }
  /** Returns the field whose code is complete now. */
  step(type: string | undefined): { at: number; code: string } | undefined {
    this.#ended = undefined;
    if (type === "begin") this.#open.push({ at: this.#count++, code: "", inCode: true });
    const field = this.#open.at(-1);
    if (type === "separate" && field?.inCode) {
      field.inCode = false;
      return field;
    }
    if (type !== "end") return undefined;
    this.#ended = this.#open.pop();
    return field?.inCode ? field : undefined;
  }
  code(text: string): void {
    const field = this.#open.at(-1);
    if (field?.inCode) field.code += text;
  }
  pass(): void {
    this.#ended = undefined;
  }
}

/** Notes the numbers of the fields that fetch or act, while a part is read. */
export function notingFields(rules: Rules, acting: Set<number>): Rules {
  const fields = new Fields();
  return {
    ...rules,
    seen(local, attribute) {
      const complete = local === "fldChar" ? fields.step(attribute("fldCharType")) : fields.pass();
      if (complete && !isOwnField(complete.code)) acting.add(complete.at);
    },
    seenText(raw, parent) {
      if (parent === "instrText" || parent === "delInstrText") fields.code(raw);
    },
  };
}

/** Leaves out the marks and codes of these fields; what they show stays as text. */
export function withoutFields(rules: Rules, acting: ReadonlySet<number>): Rules {
  const fields = new Fields();
  return {
    ...rules,
    seen(local, attribute) {
      if (local === "fldChar") fields.step(attribute("fldCharType"));
      else fields.pass();
    },
    element(e) {
      const isPart = e.local === "fldChar" || e.local === "instrText" || e.local === "delInstrText";
      if (isPart && acting.has(fields.at)) return "drop";
      if (e.local === "fldSimple" && !isOwnField(e.attribute("instr") ?? "")) return "unwrap";
      return rules.element?.(e) ?? "keep";
    },
  };
}

/** A formula that reads another file or an address, starts a program, or calls a library: DDE, links, RTD, WEBSERVICE. */
export const isActingFormula = (text: string): boolean =>
  /\[\d+\]|\[[^\]]+\.(?:xl\w+|csv|ods)\]|\||\b(?:WEBSERVICE|FILTERXML|IMAGE|RTD|CALL|EXEC|REGISTER(?:\.ID)?|DDE|IMPORT\w+)\s*\(|'?file:|\\\\|https?:\/\/[^"]*'#/i.test(
    text.replace(/"[^"]*"/g, (quoted) => (/^"(?:https?:|\\\\|file:)/i.test(quoted) ? quoted : '""')),
  );

const linksToPerson = (formula: string): boolean => /\bHYPERLINK\s*\(/i.test(formula) && leadsToPerson(formula);

/** Cells of a sheet: an acting formula goes, its value stays; so do the cells that share it. */
export function sheetRules(rules: Rules): Rules {
  const gone = new Set<string>();
  let shared = "";
  return {
    ...rules,
    element(e) {
      if (e.local === "f") {
        shared = e.attribute("t") === "shared" ? (e.attribute("si") ?? "") : "";
        return "weigh";
      }
      return rules.element?.(e) ?? "keep";
    },
    weighed(_local, text) {
      if ((isActingFormula(text) || linksToPerson(text)) && shared !== "") gone.add(shared);
      return !(isActingFormula(text) || linksToPerson(text) || (shared !== "" && gone.has(shared)));
    },
  };
}

const isPage = (target: string): boolean => /^\s*(?:https?|ftp):/i.test(target);
/** A link of a text that a reader may follow: to a page or inside the file, and not to a person. */
export const isLinkToFollow = (target: string): boolean =>
  (isPage(target) || !isOutside(target)) && !leadsToPerson(target);

/** Leaves the target of an address that names another computer, another file or a script. */
export const isOutside = (target: string): boolean => /^\s*(?:[a-z][a-z0-9+.-]*:|\/|\\|\.\.)/i.test(target);

const safeReference = /^\s*#|^\s*data:image\/(?:png|jpe?g|gif|webp)[;,]/i;

/** Functions of CSS that fetch without `url`. */
const fetchingCss = /image-set\s*\(|cross-fade\s*\(|(?<![\w-])(?:image|src)\s*\(/i;
const isCss = (value: string): boolean => /url\(|\\/i.test(value) || fetchingCss.test(value);

/** CSS without what it fetches. Escapes could hide an address, so that such a sheet goes whole. */
const safeCss = (css: string): string => {
  if (/\\|expression\s*\(|behaviou?r\s*:|-moz-binding/i.test(css) || fetchingCss.test(css)) return "";
  return css.replace(/@import[^;}]*;?/gi, "").replace(/url\(\s*(?!["']?\s*(?:#|data:image\/))[^)]*\)/gi, "none");
};

const actingElements = new Set(
  `script foreignObject handler listener iframe embed object audio video canvas metadata
  img link meta base input picture source track frame frameset portal`.split(/\s+/),
);
const animations = new Set(["animate", "set", "animateTransform", "animateMotion", "animateColor"]);
const editorAttributes = new Set(["docname", "export-filename", "absref", "base"]);
const isLabel = (attribute: string): boolean => attribute === "title" || attribute === "aria-label";

/** Pictures in SVG without scripts, outer references, and the path and person that editors write (SVG 2, 5, 15 and 16). */
export const drawingRules = (withoutHome: (value: string) => string): Rules => ({
  element(e) {
    if (actingElements.has(e.local)) return "drop";
    const name = e.attribute("attributeName") ?? "";
    return animations.has(e.local) && /href$|^on|^style$/i.test(name) ? "drop" : "keep";
  },
  attribute(local, value, element) {
    if (editorAttributes.has(local) || /^on/i.test(local)) return null;
    if (local === "href" || local === "src")
      return (element === "a" ? isLinkToFollow(value) : safeReference.test(value)) ? value : null;
    if (isLabel(local)) return withoutHome(masked(value));
    return local === "style" || isCss(value) ? safeCss(value) : withoutHome(withoutMail(value));
  },
  text: (raw, parent) => {
    if (parent === "style") return escapeXml(safeCss(unescapeXml(raw.replace(/^<!\[CDATA\[|\]\]>$/g, ""))));
    return parent === "title" || parent === "desc" ? maskedRaw(raw) : raw;
  },
});

const actingOpenElements = new Set(
  `scripts event-listeners event-listener dde-connection-decls dde-connection-decl dde-source dde-links dde-link
  table-source section-source cell-range-source auto-reload applet plugin floating-frame connection-resource`.split(
    /\s+/,
  ),
);

/** An OpenDocument part without scripts, DDE, and references to what is not in the file (ODF 1.3 part 3). */
export const openDocumentActing = (rules: Rules): Rules => ({
  ...rules,
  element(e) {
    if (e.local === "table") refuseNamed("a table", e.attribute("name") ?? "");
    if (e.local === "dde-connection") return "unwrap";
    return actingOpenElements.has(e.local) ? "drop" : (rules.element?.(e) ?? "keep");
  },
  attribute(local, value, element, isLink) {
    if (local === "href" && element === "a") return isLinkToFollow(value) ? value : null;
    if (local === "href" && isOutside(value)) return null;
    if (local === "formula" && isActingFormula(value.replace(/\[\.?[^\]']*\]/g, ""))) return null;
    return rules.attribute ? rules.attribute(local, value, element, isLink) : value;
  },
  text(raw, parent, path) {
    const text = rules.text ? rules.text(raw, parent, path) : raw;
    return parent === "title" || parent === "desc" ? maskedRaw(text) : text;
  },
  joins: (_parent, path) => path.some((one) => /^(?:h|header|footer|annotation)$/.test(one)),
  joined: maskedTexts,
});
