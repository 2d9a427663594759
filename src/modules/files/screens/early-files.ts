let waiting: File[] = [];

/** Files that came before what takes them was there. */
export const keepEarly = (files: readonly File[]): void => {
  waiting.push(...files);
};

/** Gives them to the list that takes them now. */
export const takeEarly = (): File[] => {
  const files = waiting;
  waiting = [];
  return files;
};
