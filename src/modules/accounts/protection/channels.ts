/** How somebody who threatens reached the client. */
export const channels = ["email", "chat", "app", "person"] as const;
export type Channel = (typeof channels)[number];

export const channelLabels: Readonly<Record<Channel, string>> = {
  email: "E-mail",
  chat: "Chat on this site",
  app: "Another app",
  person: "Phone or in person",
};
