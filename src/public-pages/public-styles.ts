import sheet from "#src/ui/styles/public.css?inline";
import { fontsApart, readStyles } from "./critical-css.ts";

/** The style sheet of public pages, of which a page takes what it uses, and the faces that come after its first paint. */
export const { fonts: publicFonts, rest: publicStyles } = fontsApart(readStyles(sheet));
