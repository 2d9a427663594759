export const threadTopic = (id: string): string => `thread:${id}`;
