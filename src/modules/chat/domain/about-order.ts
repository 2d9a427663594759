/**
 * A message written on the page of an order says which one it is about: its first line names the number, unless its words
 * do so already. A message without words stays without.
 */
export const aboutOrder = (text: string, number: string): string =>
  text.trim() === "" || text.toUpperCase().includes(number) ? text : `Order ${number}:\n${text}`;
