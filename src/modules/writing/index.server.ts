export { changeWriter } from "./commands/change-writer.ts";
export { dropWritersWithoutAccount } from "./commands/drop-writers-without-account.ts";
export { makeWriter } from "./commands/make-writer.ts";
export { promoteWriter } from "./commands/promote-writer.ts";
export { writerDirectoryOfHouse } from "./directory.ts";
export { activeWriters } from "./queries/active-writers.ts";
export { myWriterPlace } from "./queries/my-place.ts";
export { shownWorkspace } from "./screens/workspace.server.ts";
