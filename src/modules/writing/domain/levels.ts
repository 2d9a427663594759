/** How far a student has come, lowest first (the form asks for it, a writer's subjects reach up to one). */
export const academicLevels = ["school", "bachelor", "master", "doctorate"] as const;
export type AcademicLevel = (typeof academicLevels)[number];

export const levelLabels: Readonly<Record<AcademicLevel, string>> = {
  school: "School",
  bachelor: "Bachelor",
  master: "Master",
  doctorate: "Doctorate",
};

/** A subject that somebody writes in, up to a level. */
export type WriterSubject = { name: string; upTo: AcademicLevel };
