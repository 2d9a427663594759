const alphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

/** The name under which a writer knows a client: four characters of the account's random part, the same for every order. */
export const clientPseudonym = (clientId: string): string => {
  let left = Number.parseInt(clientId.replaceAll("-", "").slice(-10), 16) || 0;
  let name = "";
  for (let index = 0; index < 4; index += 1) {
    name += alphabet[left % alphabet.length];
    left = Math.floor(left / alphabet.length);
  }
  return `Client ${name}`;
};
