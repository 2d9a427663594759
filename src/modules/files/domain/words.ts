/** Words as a person counts them: what stands between spaces. */
export const wordsIn = (text: string): number => text.match(/\S+/gu)?.length ?? 0;
