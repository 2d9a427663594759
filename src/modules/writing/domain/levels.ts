import type { AcademicLevel } from "#src/shared/academic-level.ts";

export { academicLevels, levelLabels } from "#src/shared/academic-level.ts";

/** A subject that somebody writes in, up to a level. */
export type WriterSubject = { name: string; upTo: AcademicLevel };
