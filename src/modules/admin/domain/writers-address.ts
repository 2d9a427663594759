import { listAddress } from "#src/shared/list-address.ts";

/** The tabs of the list of writers, in their order. */
export const writerGroupLabels = {
  all: "All",
  free: "Free capacity",
  full: "Full",
  away: "Away",
  paused: "Paused",
} as const;
export type WriterGroup = keyof typeof writerGroupLabels;

export const writersAddress = listAddress("/admin/writers", (at) => ({
  group: at.oneOf("group", writerGroupLabels, "all"),
  search: at.text("search", 100),
  subject: at.text("subject", 100),
}));
export type WritersAsk = ReturnType<typeof writersAddress.read>;
