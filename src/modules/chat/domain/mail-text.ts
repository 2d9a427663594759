const longestPart = 4_500;

/** A long text in parts that fit into a mail, cut at line ends where there are any; no letter is lost or split. */
export function mailParts(text: string): string[] {
  const parts: string[] = [];
  let part = "";
  for (const line of text.split(/(?<=\n)/)) {
    for (const piece of piecesOf(line)) {
      if (part.length + piece.length > longestPart) {
        parts.push(part);
        part = "";
      }
      part += piece;
    }
  }
  return [...parts, part].map((one) => one.replace(/\n+$/, "")).filter((one) => one.trim() !== "");
}

function piecesOf(line: string): string[] {
  if (line.length <= longestPart) return [line];
  const letters = [...line];
  const step = Math.floor(longestPart / 2);
  return Array.from({ length: Math.ceil(letters.length / step) }, (_, i) =>
    letters.slice(i * step, (i + 1) * step).join(""),
  );
}
