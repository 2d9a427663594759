/** A count with its noun: "1 file", "1,200 words", "3 lines of code"; `more` where the plural is not `one` + "s". */
export const counted = (count: number, one: string, more = `${one}s`): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : more}`;
