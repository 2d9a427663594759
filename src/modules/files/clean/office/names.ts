import { escapeXml, unescapeXml } from "../xml/scan.ts";

/** Names of people met in a file, each with the word that stands for it afterwards. */
export type Names = { alias(name: string): string; meet(name: string): void; inText(raw: string): string };

const escapeForPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const isFullName = (name: string): boolean => /\S\s+\S/.test(name);

/** The same person keeps the same word within one file, so that remarks of two people stay apart. */
export function nameBook(): Names {
  const known = new Map<string, string>();
  const alias = (name: string): string => {
    if (name.trim() === "") return name;
    const word = known.get(name) ?? `Author ${known.size + 1}`;
    known.set(name, word);
    return word;
  };
  return {
    alias,
    meet: alias,
    /** In the text of a remark: a full name anywhere, or any name that is the whole text before a colon. */
    inText(raw) {
      const bare = /^(\s*)([^:]{1,200})(:\s*)$/.exec(raw);
      const knownName = bare && known.get(unescapeXml(bare[2] ?? ""));
      if (bare && knownName) return `${bare[1]}${knownName}${bare[3]}`;
      let text = raw;
      for (const [name, word] of known) {
        const escaped = escapeXml(name);
        if (!isFullName(name) || !text.includes(escaped)) continue;
        const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${escapeForPattern(escaped)}(?![\\p{L}\\p{N}])`, "gu");
        text = text.replace(pattern, word);
      }
      return text;
    },
  };
}

const home = /([\\/](?:Users|Documents(?: |%20)and(?: |%20)Settings|home)[\\/]+)[^\\/]+/gi;

/** Leaves the person out of a path to a home folder: `C:\Users\maria\essay.docx` becomes `C:\Users\user\essay.docx`. */
export const withoutHome = (value: string): string =>
  !/[\\/]/.test(value) || (value.includes("://") && !value.startsWith("file:")) ? value : value.replace(home, "$1user");
