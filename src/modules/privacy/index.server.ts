export { archiveOf } from "./archive.ts";
export { askDeletion } from "./commands/ask-deletion.ts";
export { keepAccount } from "./commands/keep-account.ts";
export { forgetPerson } from "./data-inventory.ts";
export { gatherMyData } from "./queries/gather-my-data.ts";
export { myDeparture } from "./queries/my-departure.ts";
export { privacyTimers } from "./timers.ts";
