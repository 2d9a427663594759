/** What a drawing of a logo needs, and nothing that runs, loads, links or moves. Names as SVG 2 writes them. */
export const svgElements: ReadonlySet<string> = new Set([
  ...["svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan", "title", "desc"],
  ...["defs", "linearGradient", "radialGradient", "stop", "clipPath", "mask", "symbol", "use"],
]);

const geometry = [
  ...["x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "fx", "fy", "fr", "dx", "dy", "width", "height"],
  ...["d", "points", "transform", "viewBox", "preserveAspectRatio", "pathLength", "offset", "rotate", "textLength"],
  ...["gradientUnits", "gradientTransform", "spreadMethod", "clipPathUnits", "maskUnits", "maskContentUnits"],
];
const presentation = [
  ...["fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin"],
  ...["stroke-miterlimit", "stroke-dasharray", "stroke-dashoffset", "stroke-opacity", "opacity", "color", "display"],
  ...["visibility", "clip-path", "clip-rule", "mask", "stop-color", "stop-opacity", "paint-order", "vector-effect"],
  ...["font-family", "font-size", "font-style", "font-weight", "letter-spacing", "text-anchor", "dominant-baseline"],
];

/** Attributes that a style sheet of the drawing may give too. */
export const presentationAttributes: ReadonlySet<string> = new Set(presentation);
export const svgAttributes: ReadonlySet<string> = new Set([...geometry, ...presentation, "id"]);

/** A value that names nothing outside of the drawing: `url(` and `href` lead to an id of it alone. */
export const staysInside = (value: string): boolean =>
  !/url\s*\(/i.test(value.replaceAll(/url\(\s*(["']?)#[\w.-]+\1\s*\)/gi, "")) &&
  !/[\\<>{}@]|:\s*\/\/|javascript:/i.test(value);
