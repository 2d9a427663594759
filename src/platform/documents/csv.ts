type Cell = string | number | null;

/** A spreadsheet would run these as a formula; a mark before them makes them text (OWASP, CSV injection). */
const formula = /^[=+\-@\t\r]/;

const cellOf = (cell: Cell): string => {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Rows as a CSV file (RFC 4180): commas, lines that end in CR LF, text that no spreadsheet runs. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(",")}\r\n`).join("");
