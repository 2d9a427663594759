import { describe, expect, test } from "vitest";
import { demoPassword } from "./demo-accounts.ts";
import { passwordHint, passwordProblem } from "./password.ts";

const own = { name: "Linh Tran", email: "linh.tran84@example.com", siteNames: ["Paperwright", "papers"] };

describe("a password is refused", () => {
  test.each([
    ["", "15 characters"],
    ["fourteen chars", "15 characters"],
    ["é".normalize("NFD").repeat(14), "15 characters"],
    ["x".repeat(129), "128 characters"],
    ["aaaaaaaaaaaaaaaa", "Many people"],
    ["!!!!!!!!!!!!!!!!!!", "Many people"],
    ["abcabcabcabcabcabc", "Many people"],
    ["123456789012345", "Many people"],
    ["abcdefghijklmnopqrst", "Many people"],
    ["qwertyuiopasdfgh", "Many people"],
    ["passwordpassword", "Many people"],
    ["Password12345678", "Many people"],
    ["P@ssword, password 2026", "Many people"],
    ["correct horse battery staple", "Many people"],
    ["iloveyouiloveyou1", "Many people"],
    ["qwerty123456789", "Many people"],
    ["linh.tran84@example.com", "your name"],
    ["LinhTranLinhTran", "your name"],
    ["Paperwright2026!", "your name"],
    ["paperwright linh 1", "your name"],
  ])("%j: %s", (password, message) => {
    expect(passwordProblem(password, own)).toContain(message);
  });
});

describe("a password is taken", () => {
  test.each([
    demoPassword,
    "my cat sleeps on the papers of Linh",
    "пятнадцать букв тут",
    "🐢🐙🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔🐧🐦",
    "aB3$kLm9#pQr2!x",
    "eight small boats at dawn",
    `${"x1".repeat(3)}tomato river lamp ink`,
    `${"long ".repeat(20)}and then some more words`.slice(0, 128),
  ])("%j", (password) => {
    expect(passwordProblem(password, own)).toBeNull();
  });

  test("15 code points are enough however they are typed", () => {
    const composed = "éàüöñçâêîôûäëïÿ";
    expect([...composed]).toHaveLength(15);
    expect(passwordProblem(composed)).toBeNull();
    expect(passwordProblem(composed.normalize("NFD"))).toBeNull();
  });
});

describe("the hint", () => {
  test.each([
    ["", "none", "15 characters or more"],
    ["short", "refused", "10 more characters."],
    ["fourteen chars", "refused", "1 more character."],
    ["passwordpassword", "refused", "Many people"],
    ["tomatoriverlamps", "good", "One more word"],
    [demoPassword, "strong", "Long enough"],
  ])("%j is %s", (password, strength, reason) => {
    const hint = passwordHint(password, own);
    expect(hint.strength).toBe(strength);
    expect(hint.reason).toContain(reason);
  });

  test("never says refused for what the rule takes", () => {
    for (const password of [demoPassword, "aB3$kLm9#pQr2!x", "пятнадцать букв тут"])
      expect(passwordHint(password, own).strength).not.toBe("refused");
  });

  test.each(["ab", "a", "qwerty"])(
    "%j over and over is refused for its length, before its words are looked for",
    (part) => {
      expect(passwordHint(part.repeat(5_000), own).reason).toBe("Use 128 characters or fewer.");
    },
  );
});
