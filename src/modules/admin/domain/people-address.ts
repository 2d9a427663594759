/** The tabs of the list of people, in their order. */
export const peopleGroupLabels = {
  all: "All",
  clients: "Clients",
  writers: "Writers",
  admins: "Admins",
  blocked: "Blocked",
} as const;
export type PeopleGroup = keyof typeof peopleGroupLabels;

/** What the list of people is asked for; every part stands in the address. */
export type PeopleAsk = { group: PeopleGroup; search: string; older: string; newer: string };

/** Reads an address; what is not known is as if it were not there. */
export const readPeopleAsk = (params: URLSearchParams): PeopleAsk => {
  const text = (name: string) => (params.get(name) ?? "").trim().slice(0, 200);
  const group = text("group");
  return {
    group: Object.hasOwn(peopleGroupLabels, group) ? (group as PeopleGroup) : "all",
    search: text("search"),
    older: text("older"),
    newer: text("newer"),
  };
};

/** The address of a list; a change of anything but the place starts at the first page. */
export const peopleAddress = (ask: PeopleAsk, change: Partial<PeopleAsk> = {}): string => {
  const next: PeopleAsk = { ...ask, older: "", newer: "", ...change };
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(next))
    if (value !== "" && !(name === "group" && value === "all")) params.set(name, value);
  const query = params.toString();
  return query === "" ? "/admin/people" : `/admin/people?${query}`;
};
