export { backupNotice } from "./backup-notice.ts";
export { sweepBrandPictures } from "./brand/put-picture.ts";
export { chatNotices } from "./chat-notices.ts";
export { heldAtStart, heldNotice } from "./held-notice.ts";
export { adminNotices } from "./notices.ts";
export { peopleNotices } from "./people-notices.ts";
export { adminData } from "./personal-data.ts";
export { tryAddress, tryProvider } from "./setup/checks.ts";
export { gatherSetup } from "./setup/facts.ts";
