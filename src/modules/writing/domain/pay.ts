/** What a grade pays; a missing share is the usual one (`writing.share`). */
export type Grade = { name: string; share: number | null };

type Wages = { grade: number; sharePercent: number | null };

/** The grade of a writer; one that the setting no longer has is its last. Grades count from 1. */
export const gradeOf = (grades: readonly Grade[], grade: number): Grade =>
  grades[grade - 1] ?? grades.at(-1) ?? { name: `Grade ${grade}`, share: null };

/** Percent of the price for this writer: the person's own, else the grade's, else the usual one. */
export const shareFor = ({ grade, sharePercent }: Wages, grades: readonly Grade[], usual: number): number =>
  sharePercent ?? gradeOf(grades, grade).share ?? usual;

/** Minutes of work; null where the operator has named none. */
export type Rates = { page: number; source: number; editingPage: number } | null;

type Measured = { orderType: string | null; pages: number | null; citedSources: number | null };

const editing: readonly string[] = ["editing", "proofreading"];

/** How long the work takes, in minutes; null: not known. */
export const estimatedMinutes = (rates: Rates, { orderType, pages, citedSources }: Measured): number | null => {
  if (rates === null || pages === null) return null;
  const aPage = editing.includes(orderType ?? "") ? rates.editingPage : rates.page;
  return pages * aPage + (citedSources ?? 0) * rates.source;
};

/** "4 h 20 min", "35 min", "7 h". */
export const estimateLabel = (minutes: number | null): string => {
  if (minutes === null) return "not known";
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest}\u00a0min`;
  return rest === 0 ? `${hours}\u00a0h` : `${hours}\u00a0h ${rest}\u00a0min`;
};
