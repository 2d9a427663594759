import type { Words, words } from "./words.ts";

/** What makes a mention honest, written as in `words.ts`. */
export const blockers = {
  /** Practising and explaining, before the day. */
  practice: {
    any: "mock",
    en: "practice|practise|practising|practicing|sample|mock|past paper*|prepar*|explain*|study guide|revise|revision|example|get ready|be ready for|am ready|so i am ready|train|worked solutions|flashcards|before the exam|before my exam|before my test|understand|learn|quiz me|topics",
    es: "practica*|practicar|simulacro*|muestra|modelo|preparar*|prepare|explic*|entrenar|ejemplo*|entender|aprender|antes del examen|guia de estudio|repas*|temas",
    de: "ubung*|uben|probeklausur*|probe*|muster*|vorbereit*|erklar*|beispiel*|verstehen|lernen|vor der prufung|vor der klausur|lernplan|zum uben|themen",
    fr: "entrainement|entrainer|m entrainer|blanc|exemple*|modele*|prepar*|expliqu*|comprendre|apprendre|avant l examen|reviser|revision*|fiche*|corrige|themes",
    pt: "simulado*|treino|treinar|pratica*|modelo*|prepar*|expli*|exemplo*|entender|aprender|antes da prova|revisao|exercicios|temas",
    ar: "*تجريبي*|*تدريب*|*استعد*|*التحضير|*تحضير|*شرح*|*اشرح*|*نموذج*|*نماذج|*فهم|*اتعلم*|*للتدريب|*مراجعه|*مواضيع",
    zh: "模拟|练习|样题|范文|准备|讲解|解释|例题|复习|理解|学习结构|备考|知识点",
    hi: "अभ्यास|तैयारी|नमूना|मॉक|समझ*|उदाहरण|सीख*|प्रैक्टिस|practice|samjha*|विषय",
    ru: "пробн*|тренир*|подготов*|объясн*|образц*|пример*|понять|выучить|разобрать*|упражнен*|перед экзаменом|темы",
    tr: "deneme sinavi|ornek*|alistirma*|hazirlan*|acikla*|anlama*|anlamak|ogrenmek|pratik|calisma*|tekrar|konu*",
  },
  /** A text about it. */
  mention: {
    en: "essay about|essay on|paper about|paper on|article|research|report on|report about|discuss|discusses|discussing|compare*|comparison|literature review|review of|case study|speech|survey|analy*|ethics|why students|how universities|how detect*|how turnitin|history of|policy|policies|debate|argue*|dissertation on|presentation on|presentation about|arguments|thesis on|impact|effects|summar*|seminar paper|for a seminar|false positive*|works|how plagiarism|whether|argumentative|should be allowed",
    es: "ensayo sobre|trabajo sobre|articulo|investigacion|informe sobre|discut*|compar*|revision de la literatura|estudio de caso|discurso|analisis|analizar|etica|por que los estudiantes|como las universidades|como funciona|como se detecta|debate|resumen|presentacion sobre|impacto|tesis sobre|para un seminario|falsos positivos|redaccion sobre|sobre",
    de: "essay uber|arbeit uber|hausarbeit|artikel*|forschung*|bericht*|erorter*|vergleich*|literaturubersicht|fallstudie|rede|analys*|ethik|warum studierende|wie hochschulen|funktioniert|debatte|zusammenfassung|referat|auswirkung*|umfrage|falsche treffer|aufsatz uber|uber",
    fr: "essai sur|article|recherche|rapport sur|discut*|compar*|revue de litterature|etude de cas|discours|analys*|ethique|pourquoi les|comment les universites|fonctionne*|debat|resume|expose|impact|sondage|faux positifs|dissertation sur|pour un seminaire|comment on detecte|memoire sur|devoir sur|texte sur|travail sur|dissertation*|expos*",
    pt: "ensaio sobre|trabalho sobre|artigo|pesquisa sobre|relatorio|discut*|compar*|revisao da literatura|estudo de caso|discurso|analis*|etica|por que estudantes|como as universidades|como funciona|debate|resumo|apresentacao|impacto|falsos positivos|redacao sobre|para um seminario|como se detecta|sobre",
    ar: "*مقال عن|*مقالا عن|بحث عن|بحثا عن|*تقرير عن|*ناقش|*مقارنه|*دراسه حاله|*خطبه|*تحليل|*اخلاقيات|لماذا|*كيف تكتشف|*طريقه عمل|*ملخص|*عرض عن|*اثر|حول موضوع|كيف يتم|*مراجعه للادبيات|عن طريقه|*تاثير",
    zh: "关于|论文题|讨论学|讨论为|讨论如何|讨论大|比较|研究|文献综述|案例|演讲|分析|伦理|为什么|如何工作|原理|总结|影响|诚信|现象|误判|是否公平|报告",
    hi: "पर निबंध|पर लेख|शोध|रिपोर्ट|चर्चा|तुलना|साहित्य समीक्षा|केस स्टडी|भाषण|विश्लेषण|नैतिकता|क्यों|काम करता|सारांश|प्रभाव|प्रस्तुति|सेमिनार|पहचान कैसे|के बारे में|पर प्रस्तुति",
    ru: "эссе о|эссе об|исследован*|статья о|статью о|статьи о|доклад*|обсуд*|сравн*|обзор*|кеис|речь о|анализ*|этик*|почему студенты|как вузы|работает|дебат*|изложение|презентаци*|влияни*|реферат о|реферат про|ложн*|для семинара|сочинение о",
    tr: "uzerine|hakkinda|arastirma*|rapor*|tartis*|karsilastir*|literatur*|vaka calismasi|konusma|analiz*|etig*|etik|neden|nasil calisir|ozet*|etki*|sunum*|seminer icin|konulu|nasil tespit edildigi*",
  },
  /** Another kind of test. */
  otherTest: {
    en: "t test|unit test*|test plan|test suite|hypothesis test*|chi square*|lab test|blood test*|test results|exam results|test scores|test case*|test data|significance test|statistical test|software test*|test anxiety|exam anxiety|stress|litmus|usability test*|a b test*|regression|test the|tests for the",
    es: "prueba t|pruebas unitarias|plan de pruebas|prueba de hipotesis|resultados de mi prueba|resultados del examen|chi cuadrado|ansiedad|estres|pruebas de software|prueba estadistica|casos de prueba",
    de: "t test|unit test*|unittest*|testplan|hypothesentest*|testergebnis*|prufungsergebnis*|chi quadrat*|stress|prufungsangst|signifikanztest*|testfall*|softwaretest*|schnelltest*",
    fr: "test t|tests unitaires|test unitaire|plan de test|test d hypothese*|resultats de mon test|resultats de l examen|khi|stress|anxiete|test statistique|cas de test",
    pt: "teste t|testes unitarios|plano de testes|teste de hipotese*|resultados do meu teste|resultados da prova|qui quadrado|estresse|ansiedade|teste estatistico|casos de teste|testes de software",
    ar: "*اختبار t|*اختبار ت|*اختبارات وحده|*نتائج اختباري|*نتائج الامتحان|*التوتر|*القلق|*الفرضيات|*الفرضيه|*اختبار احصائي",
    zh: "t检验|单元测试|测试计划|假设检验|测试结果|卡方|压力|焦虑|软件测试|测试用例|检验",
    hi: "टी टेस्ट|यूनिट टेस्ट|टेस्ट के परिणाम|परिकल्पना|तनाव|चिंता|परिणाम",
    ru: "t тест*|модульн*|юнит*|план тестирования|проверку гипотез|результаты моего теста|хи квадрат|стресс|тревож*|статистическ*|тест кеис*",
    tr: "t testi*|birim test*|test plani|hipotez test*|test sonuc*|ki kare|stres|kaygi*|yazilim test*|istatistik*",
  },
  /** Somebody who sets tests. */
  teaching: {
    en: "i am a teacher|i m a teacher|i teach|my class with|answer key|my students|for my class|for my pupils|for our students",
    es: "soy maestr*|soy profesor*|mis alumnos|mis estudiantes|clave de respuestas|para mi clase",
    de: "ich bin lehrer*|meine klasse|meine schuler|losungsblatt|ich unterrichte|meine studierenden",
    fr: "je suis enseignant*|je suis professeur*|ma classe|mes eleves|mes etudiants",
    pt: "sou professor*|minha turma|meus alunos|gabarito",
    ar: "*انا معلم*|*انا مدرس*|*لطلابي|*مفتاح الاجاب*|*طلابي|*لصفي",
    zh: "我是老师|我的学生|班上学生|我的班|给学生",
    hi: "शिक्षिका हूं|शिक्षक हूं|मेरी कक्षा के लिए|मेरे छात्रों|उत्तर सहित",
    ru: "я учител*|я преподавател*|моего класса|моих ученик*|моих студент*|ключом ответов|ключ ответов",
    tr: "ogretmenim sinifim|sinifim icin|ogrencilerim|cevap anahtar*",
  },
  /** Somebody whose own sign-in fails. */
  trouble: {
    en: "can t|cannot|can not|could not|couldn t|unable|how do i|how can i|how should i|when i|if i|try to|tried|trying|forgot*|lost|reset|change|doesn t|does not|isn t|not accepted|not working|wrong|incorrect|invalid|rejected|blocked|locked|expired|is not|never got|your site|this site|your website|recover|logged out",
    es: "no puedo|no pude|no me deja|olvide|perdi|restablecer|cambiar|no funciona|incorrect*|bloquead*|expir*|recuperar|su sitio|esta pagina",
    de: "kann mich nicht|kann ich mich|konnte nicht|nicht einloggen|vergessen|zurucksetzen|andern|geht nicht|funktioniert nicht|falsch|gesperrt|abgelaufen|ihre seite|wiederherstellen",
    fr: "ne peux pas|ne peux plus|impossible|oublie|perdu|reinitialiser|changer|ne marche pas|ne fonctionne pas|incorrect|bloque|expire|votre site|recuperer|n arrive pas",
    pt: "nao consigo|nao posso|esqueci|perdi|redefinir|trocar|mudar|nao funciona|incorret*|bloquead*|expir*|recuperar|seu site",
    ar: "*لا استطيع|*لا يمكنني|*نسيت|*استعاده|*تغيير|*لا يعمل|*خاطئه|*محظور|*موقعكم|*لم استطع",
    zh: "无法|不能登录|登不上|忘记|忘了|重置|修改|错误|锁定|过期|你们网站|找回",
    hi: "नहीं कर पा|नहीं हो|भूल|रीसेट|बदलना|बदलें|काम नहीं|गलत|ब्लॉक|आपकी वेबसाइट",
    ru: "не могу|не получается|забыл*|сбросить|сменить|изменить|не работает|неверн*|заблокир*|истек*|восстановить|на вашем саите",
    tr: "giremiyorum|giremedim|unuttum|sifirla*|degistir*|calismiyor|yanlis|hatali|kilit*|suresi dol*|yapamiyorum|sitenize",
  },
  /** Building or studying a sign-in. */
  building: {
    en: "design*|page|form|forms|field|fields|security|hash*|database|attack*|threat*|table|system for|app|implement*|program|code|class diagram|encrypt*|phishing|authenticat*|string|validation|sql|policy|manager*|html|strength|use case*|user stor*",
    es: "disen*|pagina|formulario|campo*|seguridad|base de datos|ataque*|amenaza*|programa*|aplicacion|codigo|cifr*|phishing|autentica*|validacion|gestor",
    de: "entwurf|entwerfen|seite|formular*|feld|felder|*sicherheit|datenbank*|angriff*|bedrohung*|programm*|app|anwendung|code|verschlussel*|phishing|validier*|html|hash*",
    fr: "concevoir|conception|page|formulaire|champ*|securite|base de donnees|attaque*|menace*|programme*|application|chiffre*|hameconnage|authentifi*|validation|html",
    pt: "projetar|projeto|pagina|formulario|campo*|seguranca|banco de dados|ataque*|ameaca*|programa*|aplicativo|codigo|criptogra*|phishing|autentica*|validacao",
    ar: "*تصميم|*صفحه|*نموذج تسجيل|*امن|*قاعده بيانات|*هجمات|*مخاطر|*تطبيق|*برمجه|*تشفير|*نظام",
    zh: "设计|页面|表单|字段|安全|数据库|攻击|威胁|程序|代码|加密|钓鱼|验证|开发",
    hi: "डिजाइन|पेज|फॉर्म|सुरक्षा|डेटाबेस|हमल*|खतर*|प्रोग्राम|ऐप|कोड|एन्क्रिप्शन",
    ru: "разработ*|страниц*|форм*|пол*|безопасност*|баз* данных|атак*|угроз*|программ*|приложени*|код|шифров*|фишинг*|аутентифик*|валидац*",
    tr: "tasarla*|tasarim*|sayfa*|form*|alan*|guvenli*|veritaban*|saldiri*|tehdit*|program*|uygulama*|kod*|sifreleme*|dogrulama*",
  },
  /** Who wants no such text. */
  noAi: {
    en: "no ai text|no ai generated|no ai content|no ai please|no ai writing|not use ai|don t use ai|never use ai|without ai|without using ai|no chatgpt|no chat gpt|not use chatgpt|don t use chatgpt|free of ai|not by ai|not ai generated|no use of ai|written by a human writer|original work",
    es: "sin ia|no usen ia|no use ia|no usar ia|sin usar ia|sin chatgpt|no usen chatgpt|nada de ia",
    de: "ohne ki|keine ki texte|keine ki nutzen|keine ki verwenden|nicht mit ki|kein chatgpt|ohne chatgpt|keine ki bitte",
    fr: "sans ia|pas d ia|n utilisez pas|sans chatgpt|pas de chatgpt|sans utiliser",
    pt: "sem ia|nao use ia|nao usem ia|sem usar ia|sem chatgpt|nada de ia",
    ar: "*بدون ذكاء|*بدون استخدام الذكاء|*لا تستخدموا الذكاء|*لا تستخدم الذكاء|*دون استخدام الذكاء",
    zh: "不要用 ai|不用 ai|请勿使用 ai|不使用 ai|禁止 ai|不要使用 ai|别用 ai",
    hi: "एआई का इस्तेमाल न|एआई का उपयोग न|बिना एआई|एआई न",
    ru: "без ии|без нейросет*|не используите ии|не используите нейросет*|без использования ии|без chatgpt",
    tr: "yapay zeka kullanma*|yapay zeka olmadan|yapay zekasiz|chatgpt kullanma*",
  },
  /** A text that is wanted, beside an exam: a person reads it. */
  document: {
    en: "essay|draft|paper|report|chapter|thesis|dissertation|article|summary|presentation|case study|outline|notes|review|plan|letter|statement|project|code|lab",
    es: "ensayo|informe|capitulo|tesis|articulo|resumen|presentacion|trabajo|estudio|esquema|apuntes|proyecto|codigo",
    de: "hausarbeit|bericht|kapitel|bachelorarbeit|masterarbeit|artikel|zusammenfassung|prasentation|aufsatz|gliederung|referat|auswertung|projekt|code",
    fr: "essai|rapport|chapitre|memoire|these|article|resume|expose|etude|plan|dissertation|projet",
    pt: "ensaio|relatorio|capitulo|tese|artigo|resumo|apresentacao|trabalho|estudo|resenha|projeto|livro",
    ar: "*مقال*|*تقرير*|*فصل|*رساله|*ملخص*|*عرض|*دراسه|*مشروع*",
    zh: "论文|报告|章|文章|总结|演示|大纲|作文|项目|代码",
    hi: "निबंध|रिपोर्ट|अध्याय|थीसिस|लेख|सारांश|प्रस्तुति|प्रोजेक्ट",
    ru: "эссе|доклад|главу|диплом*|статью|реферат*|курсов*|презентац*|конспект*|отчет*|проект*",
    tr: "makale|rapor|bolum*|tez|odev|ozet|sunum|proje*|deneme",
  },
} as const satisfies Readonly<Record<string, Words>>;

export type Concept = keyof typeof words;
export type Blocker = keyof typeof blockers;
/** What the operator does not do. */
export type DishonestAsk = "sitting" | "live" | "log-in" | "evasion";

export type Rule = {
  name: string;
  ask: DishonestAsk;
  /** `screen`: it may be meant well, and a person reads it. */
  verdict: "refuse" | "screen";
  /** They meet in one sentence, in the words of one language, none of them further from the first than `within`. */
  needs: readonly [Concept, ...Concept[]];
  within: number;
  /** Near it they make it an honest mention; further away in the sentence a person reads it. */
  unless: readonly Blocker[];
  /** Also in two sentences that follow each other; then a person reads it. */
  across?: true;
};

/** Counts up whenever a rule or a list of words changes: what was decided says by which. */
export const guardVersion = 1;

const exams: readonly Blocker[] = ["practice", "mention", "otherTest", "teaching", "document"];
const hiding: readonly Blocker[] = ["mention", "noAi"];
const signIns: readonly Blocker[] = ["trouble", "building", "mention"];

/** Stricter ones first: the first that holds speaks. */
export const rules: readonly Rule[] = [
  { name: "proxy", ask: "sitting", verdict: "refuse", needs: ["proxy"], within: 0, unless: ["mention"] },
  {
    name: "sit-for-me",
    ask: "sitting",
    verdict: "refuse",
    needs: ["exam", "take", "forMe"],
    within: 70,
    unless: exams,
    across: true,
  },
  { name: "sit-mine", ask: "sitting", verdict: "refuse", needs: ["sitMine"], within: 0, unless: exams },
  {
    name: "somebody-sits",
    ask: "sitting",
    verdict: "refuse",
    needs: ["exam", "somebody", "take", "forMe"],
    within: 90,
    unless: exams,
  },
  { name: "as-me-exam", ask: "sitting", verdict: "refuse", needs: ["asMe", "exam"], within: 80, unless: ["mention"] },
  {
    name: "attend-for-me",
    ask: "sitting",
    verdict: "refuse",
    needs: ["lesson", "attend", "forMe"],
    within: 70,
    unless: ["mention"],
  },
  {
    name: "attend-as-me",
    ask: "sitting",
    verdict: "refuse",
    needs: ["asMe", "lesson"],
    within: 80,
    unless: ["mention"],
  },
  { name: "live-help", ask: "live", verdict: "refuse", needs: ["exam", "during", "help"], within: 90, unless: exams },
  {
    name: "bypass-proctor",
    ask: "live",
    verdict: "refuse",
    needs: ["proctor", "bypass"],
    within: 60,
    unless: ["mention"],
  },
  {
    name: "hand-over-log-in",
    ask: "log-in",
    verdict: "refuse",
    needs: ["secret", "give", "school"],
    within: 60,
    unless: signIns,
  },
  { name: "own-log-in", ask: "log-in", verdict: "refuse", needs: ["mySecret", "school"], within: 50, unless: signIns },
  { name: "enter-account", ask: "log-in", verdict: "refuse", needs: ["enter", "school"], within: 60, unless: signIns },
  { name: "as-me-school", ask: "log-in", verdict: "refuse", needs: ["asMe", "school"], within: 60, unless: signIns },
  {
    name: "evade-detection",
    ask: "evasion",
    verdict: "refuse",
    needs: ["detector", "evade"],
    within: 60,
    unless: hiding,
  },
  { name: "make-human", ask: "evasion", verdict: "refuse", needs: ["humanize", "aiText"], within: 60, unless: hiding },
  {
    name: "hide-author",
    ask: "evasion",
    verdict: "refuse",
    needs: ["unnoticed", "notMine"],
    within: 70,
    unless: hiding,
  },
  { name: "look-own", ask: "evasion", verdict: "screen", needs: ["believes"], within: 0, unless: hiding },
  {
    name: "hide-from-teacher",
    ask: "evasion",
    verdict: "screen",
    needs: ["unnoticed", "teacher"],
    within: 60,
    unless: hiding,
  },
  { name: "as-me", ask: "sitting", verdict: "screen", needs: ["asMe"], within: 0, unless: ["mention"] },
  { name: "exam-for-me", ask: "sitting", verdict: "screen", needs: ["exam", "forMe"], within: 60, unless: exams },
  {
    name: "somebody-exam",
    ask: "sitting",
    verdict: "screen",
    needs: ["exam", "somebody", "take"],
    within: 60,
    unless: exams,
  },
  { name: "live-exam", ask: "live", verdict: "screen", needs: ["exam", "during"], within: 40, unless: exams },
  { name: "proctored-exam", ask: "live", verdict: "screen", needs: ["proctor", "exam"], within: 50, unless: exams },
  { name: "log-in-shared", ask: "log-in", verdict: "screen", needs: ["secret", "give"], within: 25, unless: signIns },
  { name: "log-in-said", ask: "log-in", verdict: "screen", needs: ["mySecret"], within: 0, unless: signIns },
  { name: "account-used", ask: "log-in", verdict: "screen", needs: ["enter"], within: 0, unless: signIns },
  { name: "pass-check", ask: "evasion", verdict: "screen", needs: ["detector", "passes"], within: 30, unless: hiding },
  {
    name: "human-sound",
    ask: "evasion",
    verdict: "screen",
    needs: ["aiText", "soundsHuman"],
    within: 50,
    unless: hiding,
  },
  { name: "human-look", ask: "evasion", verdict: "screen", needs: ["aiText", "evade"], within: 60, unless: hiding },
];

/** What is said beside the field: what is not done, and what can be done instead. */
export const messages: Readonly<Record<DishonestAsk, string>> = {
  sitting:
    "We do not sit exams or attend classes for anybody. We can write a practice paper with worked solutions, or explain the topics before the day.",
  live: "We do not help during a live exam. We can help before it: a practice paper with worked solutions, or a written explanation of the topics.",
  "log-in":
    "Do not send us school log-ins; we do not use them. Copy the task and its rules into the instructions instead.",
  evasion:
    "We do not help to hide who wrote a text. We can write a model with sources that you learn from, or correct and comment on your own draft.",
};
