/** What commands use, through `work.publish` or after their commit. */
export type Publisher = {
  /** "This topic is at this version now": to every stream of every process, within some milliseconds. */
  publish: (topic: string, version: number) => void;
  /** Passing words to whoever follows the topic now ("is typing"). Nothing is kept. */
  ephemeral: (topic: string, state: Readonly<Record<string, string>>) => void;
};
