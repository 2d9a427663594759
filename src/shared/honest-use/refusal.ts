import { type Found, judge, speaksOfLogIn } from "./judge.ts";

const mostQuoted = 160;

/**
 * What is said beside a field whose text asks for what the operator does not do, with the words that say so; null: nothing.
 * `found`: what `judge` said of the text, where that is known; `misread`: what to do where that is wrong.
 */
export function refusalOf(
  text: string,
  found: Found | null = judge(text),
  misread = "If we misread it, write to Support.",
): string | null {
  if (found?.verdict !== "refuse") return null;
  const words = text.slice(found.from, found.from + found.length).trim();
  const shown = words.length > mostQuoted ? `${words.slice(0, mostQuoted).trimEnd()}…` : words;
  return `${found.message} We found: “${hideCredentials(shown)}” ${misread}`;
}

/** The words of a file's name, without its ending. */
export const spokenName = (name: string): string => name.replace(/\.[a-z0-9]{1,10}$/i, "").replace(/[_.+]/g, " ");

const labels =
  "passwords?|passcode|pass ?word|log-?in|user ?name|passwort|kennwort|benutzername|contraseña|clave|usuario|mot de passe|mdp|identifiant|senha|usuário|пароль|логин|şifrem?|parolam?|kullanıcı adım?|كلمة المرور|كلمة السر|اسم المستخدم|密码|账号|用户名|पासवर्ड|लॉगिन";
const credential = new RegExp(
  `(?<=(?:${labels})[^\\n.;,]{0,24}?(?:\\s|[:=\\u662f]\\s{0,2}))(?=\\S{0,40}[\\p{N}!#$%&*_])(?=\\S{0,40}\\p{L})[^\\s,;\\u3002\\uff0c]{4,64}`,
  "giu",
);

export const hideCredentials = (text: string): string => text.replace(credential, "[log-in hidden]");

/** The text as it is stored: where it speaks of one's own log-in, what looks like one is hidden. */
export const maskCredentials = (text: string): string => (speaksOfLogIn(text) ? hideCredentials(text) : text);
