export { type NoticeGroup, noticeGroups } from "./domain/groups.ts";
export { choicesFor } from "./domain/kinds.ts";
export { kindsAt, levelOf, levelsOf, type NoticeLevel } from "./domain/levels.ts";
