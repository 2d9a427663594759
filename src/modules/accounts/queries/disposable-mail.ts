/** The kept list, read when it is first asked for (docs/decisions/0062). */
let list: Promise<ReadonlySet<string>> | undefined;
const readList = async (): Promise<ReadonlySet<string>> =>
  new Set((await import("../domain/disposable-domains.json", { with: { type: "json" } })).default);

/** Whether an address is one of a service that gives addresses for minutes: its domain or one above it is on the list. */
export async function usesDisposableMail(address: string): Promise<boolean> {
  list ??= readList();
  const known = await list;
  const labels = address
    .slice(address.lastIndexOf("@") + 1)
    .toLowerCase()
    .split(".");
  return labels.some((_, at) => known.has(labels.slice(at).join(".")));
}
