/** Whether a text holds every word of a search, in any order and case. A search without words finds everything. */
export const matchesSearch = (text: string, search: string): boolean => {
  const lower = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => lower.includes(word));
};
