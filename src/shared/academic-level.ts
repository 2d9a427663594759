/** How far a student has come, lowest first (the order form asks for it, a writer's subjects reach up to one). */
export const academicLevels = ["school", "bachelor", "master", "doctorate"] as const;
export type AcademicLevel = (typeof academicLevels)[number];

export const levelLabels: Readonly<Record<AcademicLevel, string>> = {
  school: "School",
  bachelor: "Bachelor",
  master: "Master",
  doctorate: "Doctorate",
};

/** Whether somebody who reaches up to a level can write for another one. */
export const reaches = (upTo: AcademicLevel, level: AcademicLevel): boolean =>
  academicLevels.indexOf(level) <= academicLevels.indexOf(upTo);
