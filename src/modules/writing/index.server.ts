export { dropWritersWithoutAccount } from "./commands/drop-writers-without-account.ts";
export { makeWriter } from "./commands/make-writer.ts";
export { promoteWriter } from "./commands/promote-writer.ts";
export { writerDirectoryOfRuntime } from "./directory.ts";
export { writingEventHandlers } from "./event-handlers.ts";
export { writerData } from "./personal-data.ts";
export { activeWriters } from "./queries/active-writers.ts";
export { shownWorkspace } from "./screens/workspace.server.ts";
