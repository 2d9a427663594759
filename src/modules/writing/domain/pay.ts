/** What a grade pays; a missing share is the usual one (`writing.share`). */
export type Grade = { name: string; share: number | null };

type Wages = { grade: number; sharePercent: number | null };

/** The grade of a writer; one that the setting no longer has is its last. Grades count from 1. */
export const gradeOf = (grades: readonly Grade[], grade: number): Grade =>
  grades[grade - 1] ?? grades.at(-1) ?? { name: `Grade ${grade}`, share: null };

/** Percent of the price for this writer: the person's own, else the grade's, else the usual one (decisions 4). */
export const shareFor = ({ grade, sharePercent }: Wages, grades: readonly Grade[], usual: number): number =>
  sharePercent ?? gradeOf(grades, grade).share ?? usual;
