import { hourMs } from "#src/shared/units.ts";

const spokenHours = (hours: number): string => (hours === 1 ? "1 hour" : `${hours} hours`);

/**
 * Why a deadline cannot be taken at `now`: it is past, or nearer than the minimum lead in hours (decisions 1).
 * Exactly the minimum is enough. Null when there is nothing against it.
 */
export const refuseDeadline = (deadline: Date, now: Date, minimumLeadHours: number): string | null => {
  const left = deadline.getTime() - now.getTime();
  if (left <= 0) return "This time is in the past. Choose a later one.";
  if (left >= minimumLeadHours * hourMs) return null;
  return `This time is less than ${spokenHours(minimumLeadHours)} from now. Choose a later one.`;
};
