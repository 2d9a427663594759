import type { Page } from "@playwright/test";

/**
 * Amounts, order numbers, codes and names of files that a translator would take for words, and a page that does not say
 * its language. Words in the same text go with the sentence that they are in.
 */
export const translatedAt = (page: Page, path: string): Promise<string[]> =>
  page.evaluate((at) => {
    const found = document.documentElement.lang === "" ? [`${at}: no language`] : [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const words = (node.textContent ?? "").trim();
      const isKept =
        /^[+\u2212-]? ?\$[\d.,]+$|^(?=[A-Z]*\d)[A-Z\d]{7}$|^[\w -]+\.(pdf|docx?|png|jpe?g|txt|zip|csv)$/.test(words);
      const element = node.parentElement;
      if (!isKept || !element?.translate || element.closest("script, style, textarea, option")) continue;
      found.push(`${at}: ${words} <${element.tagName.toLowerCase()} class="${element.className}">`);
    }
    return found.slice(0, 10);
  }, path);
