// Words of contact details, and what around them says whether somebody wants to be reached or studies a subject.

export const platforms =
  "whats[\\s-]?app|what's app|tele ?gram|telegrm|tlgrm|viber|we\\s?chat|weixin|snap\\s?chat|insta(?:\\s?gram)?|discord|sky ?pe|kik|face ?book|messenger|tik\\s?tok|linked\\s?in|zalo|imo|телеграмм?|ватсап|вотсап|инстаграмм?|вайбер|скайп|واتساب|تلغرام|تيليجرام|انستغرام|微信|व्हाट्सएप|टेलीग्राम";
/** Names of platforms that only people who write to each other use. */
export const shortPlatforms = "insta|ig|snap|tg|fb|kik|vk";

export const providers =
  "g ?mail|googlemail|yahoo|ymail|outlook|hotmail|live|msn|icloud|proton(?:mail)?|gmx|aol|zoho|yandex|mail|qq|163|126|tutanota|fastmail";

const verbs =
  "add|find|follow|reach|contact|call|text|message|dm|ping|ring|e-?mail|mail|hire|book|pay|search(?: for)?|look(?: for)?|visit|hit|phone|whatsapp|kik|skype|snap|write(?: to)?|talk to|speak to";
const own =
  "e-?mail|mail|number|phone|cell|mobile|insta(?:gram)?|ig|snap(?:chat)?|tg|telegram|whats ?app|skype|discord|handle|user ?name|nick|profile|page|site|web ?site|blog|contact|facebook|fb|twitter|line|kik|wechat|viber|signal";
const subjects =
  "essay|analysis|paper|study|marketing|project|thesis|report|data|case|campaign|research|topic|draft|text|class|course|subject|survey|app|line|culture|count|usage|theory";
const personal = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:${verbs})(?: \\p{L}{2,6}){0,1} me(?! (?:a|an|the|some|one|two|three|\\p{Nd}))|my (?:own )?(?:${own})(?! (?:${subjects}))|(?:i am|i'm)(?= @| \\p{L}{0,30}[\\p{N}_]| called| under)|dm|mein(?:e)? (?:nummer|handy|mail|insta)|mon (?:tel|num|insta|t[ée]l|mail)|mi (?:n[úu]mero|insta|correo)|llámame|escr[ií]beme)(?![\\p{L}\\p{N}])|мой (?:номер|тел|теле|инст)|мне|मेरा|मुझे|我的|加我|联系我|رقمي|راسلني`,
  "iu",
);
const studied =
  /(?<![\p{L}])(?:analy[sz](?:e[sd]?|ing)|analysis|compar(?:e[sd]?|ison|ing)|campaigns?|marketing|stud(?:y|ies|ied|ying)|brands?|posts?|tweets?|source[sd]?|hashtags?|accounts|case|compan(?:y|ies)|research|influencers?|adverts?|advertising|advertisements?|cite[sd]?|quot(?:e[sd]?|ation)|placeholder|syntax|helpline|hotline|emergency|crisis)(?![\p{L}])/iu;

const reach = 80;

/** What stands around a place, at most so far. */
const around = ({ index, input, 0: { length } }: RegExpExecArray): string =>
  input.slice(Math.max(0, index - reach), index + length + reach);

/** Somebody speaks of being reached. */
export const isPersonal = (found: RegExpExecArray): boolean => personal.test(around(found));

/** A text about a subject, and nobody who wants to be reached. */
export const isStudied = (found: RegExpExecArray): boolean => {
  const near = around(found);
  return studied.test(near) && !personal.test(near);
};

/** The place is about all that there is: a name of a file, a line of its own. */
export const isAlone = ({ input, 0: { length } }: RegExpExecArray): boolean => input.trim().length <= length + 12;

/** A word of everyday use, and no name that somebody chose. */
export const isCommonTerm = (word: string): boolean =>
  /(?:ing|tion|sion|ism|ity|ness|ment|ers|ics|age|ies|phy|logy|ture|ance|ence)$/i.test(word) ||
  /^(?:about|ads?|account|accounts|addiction|also|analytics|and|because|broken|business|chat|closed|content|data|design|essay|evidence|facebook|fake|feature|features|filter|first|from|google|group|groups|have|history|instagram|launch|linkedin|live|loops?|more|most|network|only|other|page|people|photo|photos|pictures?|play|policy|posts?|private|profile|public|reels?|sales|scholar|stock|stories|story|than|that|their|there|these|they|this|today|trends?|usage|used|user|users|uses|video|videos|what|when|where|which|will|with|would|year|years|your)$/i.test(
    word,
  );
