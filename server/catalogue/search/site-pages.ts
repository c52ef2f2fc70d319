import type { SuggestedArticle } from '#contract/catalogue/search.ts';
import { bookingNames, bookingServices } from '#domain/calendar/booking.ts';
import type { Synonyms } from '#domain/search/expand-synonyms.ts';
import { withoutPrefixes } from '#domain/search/hebrew-forms.ts';
import { nearTerms, termsOfWord, yodTerms } from '#domain/search/search-terms.ts';
import { searchWords, wordsOf } from '#domain/search/search-text.ts';
import { categoryPath } from '#domain/text/links.ts';
import type { RequestContext } from '../../context.ts';
import { listBranches } from '../../stores/branches.ts';
import { listContentPages, listPageQuestions } from '../../stores/content-pages.ts';
import { listCollections } from '../collections/collections.ts';
import { storeSynonyms } from './store-synonyms.ts';

/** Who searches for a city wants to know where the nearest branch is. */
const cities = (
  'תל אביב, תל אביב יפו, יפו, ירושלים, חיפה, ראשון לציון, ראשל״צ, פתח תקווה, פתח תקוה, אשדוד, נתניה, באר שבע, בני ברק, חולון, רמת גן, ' +
  'רחובות, אשקלון, בת ים, בית שמש, כפר סבא, הרצליה, חדרה, מודיעין, מודיעין מכבים רעות, לוד, רעננה, רמלה, גבעתיים, הוד השרון, נהריה, ' +
  'קריית אתא, קריית גת, קריית מוצקין, קריית ביאליק, קריית ים, קריית שמונה, אילת, עפולה, נס ציונה, עכו, אלעד, רמת השרון, כרמיאל, יבנה, ' +
  'טבריה, נצרת, נוף הגליל, טייבה, קלנסווה, טירה, אום אל פחם, סח׳נין, דימונה, ערד, שדרות, נתיבות, מגדל העמק, יקנעם, נשר, טירת כרמל, ' +
  'אור יהודה, יהוד, גבעת שמואל, ראש העין, אור עקיבא, צפת, בית שאן, מעלה אדומים, אריאל, מבשרת ציון'
)
  .split(', ')
  .map(wordsOf);

/** What people ask of a branch, whichever it is. */
const visiting = 'סניף סניפים שעות פתוח פתוחים פתוחה סגור סגורים כתובת איפה היכן מיקום מפה ניווט הגעה להגיע';
const visitor = 'פתיחה שעה מתי אתם קרוב קרובים נמצאים נמצא אליכם אצלכם היום מחר שישי שבת';
/** What a service is asked for with, and says nothing of which one. */
const asking =
  'לקבוע לתאם תיאום לעשות להזמין תור מועד אפשר אפשרויות אפשרות איך כמה זמן לוקח לוקחת עד לקבל עם על יש לכם צריך צריכה רוצה לפני ' +
  'קניה קנייה שלכם של';
/** What a question begins with. */
const questioning = 'האם מה מי מתי איך איפה כמה למה איזה איזו אילו חייב חייבת חייבים מותר אפשר';
/** What asks for a price, and what an answer about one has. */
const pricing = 'עולה עולים עולות עלות עלויות דמי מחיר מחירי תעריף חינם';
/** What people call a page of questions, whatever its title. */
const faq = 'שאלות נפוצות תשובות שו״ת faq';
/** What is sold and serviced: `מימון לאופנוע` asks for financing. */
const goods = 'אופנוע קטנוע טרקטורון קלנועית סירה ים רכב כלי שטח חדש מנוע טוסטוס';

type Article = SuggestedArticle & {
  /** Words that ask for it, each by itself. */
  asks: string;
  /** Words that may stand beside them. */
  also?: string;
  /** The branch's: whoever names it wants this one. */
  city?: string;
  /** Of a text page: only a question finds it. */
  isQuestion?: boolean;
};

/** Pages that every store has, and what else people call them. */
const fixedPages: Article[] = [
  {
    title: 'סניפים',
    path: '/distributors',
    asks: `${visiting} אולם אולמות`,
    also: `${visitor} תצוגה מוסך טלפון חנות חנויות`,
  },
  {
    title: 'איפה ההזמנה שלי?',
    path: '/order',
    asks: 'הזמנה הזמנתי הזמנות מעקב לעקוב',
    also: 'שלי שלנו איפה היכן מספר סטטוס מצב משלוח מתי תגיע מגיעה לאתר איתור לבדוק בדיקת קנייה',
  },
  {
    title: 'ביטול עסקה',
    path: '/cancellation',
    asks: 'ביטול לבטל מבטלים החזרה החזרות להחזיר מחזירים',
    also: 'עסקה הזמנה החזר כספי כסף מוצר דמי',
  },
];

const contact = {
  title: 'יצירת קשר',
  path: '/contact',
  asks: 'קשר טלפון מייל דוא״ל לקוחות ווטסאפ whatsapp נציג',
  also: 'יצירת צור צרו ליצור שירות לדבר מספר הצעת מחיר',
};

const bookingWays = {
  TEST_RIDE: { asks: 'מבחן טסט test ניסיון נסיון', also: 'נסיעת נסיעה רכיבה הפלגה דרייב drive ride' },
  SERVICE: {
    asks: 'טיפול טיפולים מוסך מוסכים תיקון תיקונים לתקן',
    also: 'שירות בית מלאכה תקופתי שנתי ראשון',
  },
};
/** By the store's own name of the visit: a boat has no test ride. */
function bookingPage(ctx: RequestContext, service: keyof typeof bookingWays): Article {
  const { name } = bookingNames(ctx.store.settings)[service];
  const { asks, also } = bookingWays[service];
  return { title: `תיאום ${name}`, path: `/booking?service=${service}`, asks, also: `${also} ${name} ${questioning}` };
}
const tradeIn = {
  title: 'טרייד־אין: כמה שווה הרכב שלכם?',
  path: '/trade-in',
  asks: 'טרייד טריידאין trade',
  also: 'אין in החלפה להחליף רכב ישן משומש תמורת',
};
/** Where a store takes no vehicles, its staff answer who asks. */
const contactForTradeIn = {
  ...contact,
  asks: `${contact.asks} ${tradeIn.asks}`,
  also: `${contact.also} ${tradeIn.also}`,
};
/** Each vehicle's page has the calculator. */
const financing = {
  title: 'מימון: מחשבון תשלומים בדף של כל דגם',
  asks: 'מימון לממן הלוואה הלוואות תשלומים משכנתה ליסינג',
  also: 'תשלום חודשי פריסה',
};

export type Searchable<T> = { value: T; words: string[]; terms: Set<string> };
type SitePage = Searchable<SuggestedArticle> & {
  title: Set<string>;
  titleWords: string[];
  asks: Set<string>;
  also: Set<string>;
  /** Words of the branch's city, and its names: `תל אביב` is one of תל אביב־יפו. */
  city: Set<string>;
  cityNames: string[][];
  isQuestion: boolean;
};

export type FoundPages = {
  articles: SuggestedArticle[];
  /** The query asks for them and for nothing else, so that they come before any product. */
  isAsked: boolean;
  /** They are half of a title at least: it comes before products that merely mention them. */
  isTitled: boolean;
};

/**
 * Services, branches and text pages whose name has every word in some form, the last one perhaps unfinished; the branch
 * of a city that is named comes first. `typed` is the text before a search for products took words out of it.
 */
export async function findSitePages(
  ctx: RequestContext,
  words: string[],
  typed = words.join(' '),
): Promise<FoundPages> {
  const none: FoundPages = { articles: [], isAsked: false, isTitled: false };
  const spoken = words.filter((word) => !/^[\d.]+$/.test(word));
  if (spoken.length === 0) return none;
  const pages = await listSitePages(ctx);
  const meaning = spoken.filter((word) => !isAmong(word, polite));
  const isGoods = (word: string): boolean => isAmong(word, sold);
  const otherWords = meaning.filter((word) => !isGoods(word));
  const tokens =
    meaning.length === 0
      ? spoken
      : otherWords.length === 0 || otherWords.length === meaning.length
        ? meaning
        : otherWords;
  // A number is a part of a name, unless the rest asks for a service: `טיפול 10,000`.
  const answers = answersOf(pages, typed);
  const isAskedBy = (page: SitePage): boolean => answers.get(page) ?? asksFor(page, tokens);
  const matches = [
    ...entriesWith(
      pages.filter(({ isQuestion }) => !isQuestion),
      tokens,
    ).filter((page) => (tokens.length === meaning.length && spoken.length === words.length) || isAskedBy(page)),
    ...answers.keys(),
  ];
  const place = (page: SitePage): number =>
    2 * Number(tokens.some((token) => isAmong(token, page.city))) + Number(isAskedBy(page));
  const sorted = matches
    .map((page, at) => ({ page, at, place: place(page) }))
    .sort((a, b) => b.place - a.place || a.at - b.at)
    .map(({ page }) => page);
  const isTitled = sorted.some(
    ({ title, titleWords }) =>
      2 * tokens.length >= titleWords.length && tokens.every((token) => isAmong(token, title) && !isAmong(token, sold)),
  );
  return { articles: sorted.map(({ value }) => value), isAsked: sorted.some(isAskedBy), isTitled };
}

/**
 * Questions of text pages that have every word of a question, of which one at least isn't merely the goods; or of which
 * every word was typed, question word or not. The value: it is surely what was asked, and nothing to buy.
 */
function answersOf(pages: SitePage[], typed: string): Map<SitePage, boolean> {
  const words = searchWords(typed);
  const [isQuestionWord, isNeedWord, isPriceWord] = [isOneOf(questions), isOneOf(needs), isOneOf(prices)];
  // `דמי משלוח` asks what it costs, as `כמה עולה משלוח` does.
  const isOfPrice = words.some(isPriceWord);
  const questioned = pages.filter(
    ({ isQuestion, titleWords }) => isQuestion && (!isOfPrice || titleWords.some(isPriceWord)),
  );
  const isQuestion = isAsking(words, typed) || (words.length > 1 && isOfPrice);
  if (!isQuestion && !words.some(isNeedWord)) {
    const typedTerms = new Set(words.flatMap(termsOfWord));
    const isWhole = ({ titleWords, title }: SitePage): boolean =>
      words.length > 1 &&
      words.every((word) => isAmong(word, title)) &&
      titleWords.every((word) => isAmong(word, typedTerms));
    return new Map(questioned.filter(isWhole).map((page) => [page, true]));
  }
  const about = withoutCities(words).filter(
    (word) => !isQuestionWord(word) && !isNeedWord(word) && !isPriceWord(word) && !isAmong(word, polite),
  );
  const topic = about.filter((word) => !isAmong(word, sold));
  if (topic.length === 0) return new Map();
  const exact = entriesWith(questioned, about);
  const matches = exact.length > 0 ? exact : entriesWith(questioned, topic);
  return new Map(matches.map((page) => [page, isQuestion || page.titleWords.some(isNeedWord)]));
}

const isOneOf = (terms: Set<string>) => (word: string) =>
  [word, ...withoutPrefixes(word)].some((term) => terms.has(term));

/** One word and a mark may be a product just as well. */
const isAsking = (words: string[], typed: string): boolean =>
  words.some(isOneOf(questions)) || (words.length > 1 && /\?\s*$/.test(typed));

/** `משלוח לאילת` asks about delivery. */
const withoutCities = (words: string[]): string[] =>
  cities.reduce((others, name) => {
    const isHere = (_: string, at: number): boolean =>
      name.every((part, index) => {
        const word = others[at + index] ?? '';
        return word === part || (index === 0 && withoutPrefixes(word).includes(part));
      });
    const at = others.findIndex(isHere);
    return at < 0 ? others : others.filter((_, index) => index < at || index >= at + name.length);
  }, words);

/**
 * For a question that no page has, those of text pages that have the most of its words which aren't merely the goods,
 * and half of them at least.
 */
export async function findNearQuestions(ctx: RequestContext, typed: string): Promise<SuggestedArticle[]> {
  const words = searchWords(typed);
  if (!isAsking(words, typed)) return [];
  const topic = withoutCities(words).filter((word) => ![questions, sold, polite].some((terms) => isAmong(word, terms)));
  const counted = (await listSitePages(ctx)).flatMap(({ isQuestion, value, terms }) =>
    isQuestion ? [{ value, count: topic.filter((word) => isAmong(word, terms)).length }] : [],
  );
  const most = Math.max(1, topic.length / 2, ...counted.map(({ count }) => count));
  return counted.filter(({ count }) => count === most).map(({ value }) => value);
}

/**
 * Questions of text pages that have the one word, whatever goods are named beside it: better than nothing where a store
 * sells no such thing, as helmets beside mobility scooters.
 */
export async function findQuestions(ctx: RequestContext, words: string[]): Promise<SuggestedArticle[]> {
  const otherWords = words.filter((word) => !isAmong(word, sold));
  const [word] = otherWords.length === 0 ? words : otherWords;
  if (!word || otherWords.length > 1 || isAmong(word, polite) || questions.has(word)) return [];
  const pages = await listSitePages(ctx);
  return matching(
    pages.filter(({ isQuestion }) => isQuestion),
    [word],
  );
}

/** Terms that a text has where it has the word in any form. */
const formsOf = (word: string): string[] => [word, ...withoutPrefixes(word), ...nearTerms(word), ...yodTerms(word)];
const isAmong = (word: string, terms: Set<string>): boolean => hasAny(terms, formsOf(word));
const hasAny = (terms: Set<string>, forms: string[]): boolean => forms.some((form) => terms.has(form));

/** Whether the words are no more than those that ask for it, with one of them or the whole name of its city. */
function asksFor({ asks, also, city, cityNames }: SitePage, tokens: string[]): boolean {
  const isBeside = (word: string): boolean => [asks, also, city].some((terms) => isAmong(word, terms));
  if (!tokens.every(isBeside)) return false;
  return (
    tokens.some((word) => isAmong(word, asks)) ||
    cityNames.some((name) => name.every((word) => tokens.some((token) => isAmong(token, new Set([word])))))
  );
}

/** Words that services, branches and pages are found by: no spelling mistakes of other words. */
export async function isSitePageWord(ctx: RequestContext): Promise<(word: string) => boolean> {
  const pages = await listSitePages(ctx);
  return (word) => {
    const forms = formsOf(word);
    return [polite, sold, persons, ...pages.map(({ terms }) => terms)].some((terms) => hasAny(terms, forms));
  };
}

const termsOf = (text: string): Set<string> => new Set(wordsOf(text).flatMap(termsOfWord));
const questions = new Set(wordsOf(questioning));
const prices = new Set(wordsOf(pricing));
/** A question or a request: `צריך רישיון` asks, `צריך קסדה` wants to buy one. */
const needs = new Set(wordsOf('צריך צריכה צריכים'));
const polite = termsOf(asking);
const sold = termsOf(goods);
/** For whom something is wanted: `לילד` is no `לילה`. */
const persons = termsOf('ילד ילדה ילדים ילדות נער נערה נוער נכד נכדה אישה נשים גבר גברים');

/** Only operators change them, and they are few, so that they are matched here and not in the database. */
const listSitePages = (ctx: RequestContext): Promise<SitePage[]> =>
  ctx.cache.get(`search-site-pages:${ctx.store.uuid}`, { tags: [] }, async () => {
    const [articles, synonyms] = await Promise.all([listArticles(ctx), storeSynonyms(ctx)]);
    return articles.map((article) => toSitePage(article, synonyms));
  });

function toSitePage(
  { title, path, asks, also = '', city = '', isQuestion = false }: Article,
  synonyms: Synonyms,
): SitePage {
  const ownCity = new Set(wordsOf(city));
  const cityNames = cities.filter((name) => name.every((word) => ownCity.has(word)));
  const isPlace = path.startsWith('/distributors');
  const places = (city ? [wordsOf(city)] : isPlace ? cities : []).flat();
  // A city is no model's name in another alphabet, and has no plural: אילת is not אייל.
  const entry = searchable({ title, path }, `${title} ${asks} ${also}`, isPlace ? () => [] : synonyms);
  return {
    ...entry,
    words: [...entry.words, ...places],
    terms: new Set([...entry.terms, ...places]),
    title: termsOf(title),
    titleWords: wordsOf(title),
    asks: termsOf(asks),
    also: termsOf(also),
    city: ownCity,
    cityNames: city ? [wordsOf(city), ...cityNames] : [],
    isQuestion,
  };
}

export function searchable<T>(value: T, text: string, synonyms: Synonyms): Searchable<T> {
  const textWords = wordsOf(text);
  const words = [...textWords, ...synonyms(textWords)];
  return { value, words, terms: new Set(words.flatMap(termsOfWord)) };
}

/** All that can be read in the store besides its products and its blog. */
async function listArticles(ctx: RequestContext): Promise<Article[]> {
  const [pages, questions] = await Promise.all([listContentPages(ctx), listPageQuestions(ctx)]);
  const branches = await listBranches(ctx);
  const services = new Set(branches.flatMap((branch) => branch.services));
  const [vehicles] = (await listCollections(ctx)).filter(({ parent_id }) => parent_id === null);
  return [
    ...fixedPages,
    ...bookingServices.filter((service) => services.has(service)).map((service) => bookingPage(ctx, service)),
    ...(ctx.store.settings.purchase?.trade_in ? [contact, tradeIn] : [contactForTradeIn]),
    ...(vehicles ? [{ ...financing, path: categoryPath(vehicles.slug.name) }] : []),
    ...branches.map(({ key, name, city, address }) => ({
      title: name,
      path: `/distributors#${encodeURIComponent(key)}`,
      asks: `${visiting} אולם`,
      also: `${visitor} ${address} תצוגה מוסך טלפון`,
      city,
    })),
    ...pages.map(({ title, slug }) => ({
      title,
      path: `/page/${encodeURIComponent(slug)}`,
      asks: questions.some((one) => one.slug === slug) ? faq : '',
      also: title,
    })),
    ...questions.map(({ title, slug, anchor }) => ({
      title,
      path: `/page/${encodeURIComponent(slug)}#${anchor}`,
      asks: '',
      isQuestion: true,
    })),
  ];
}

export const matching = <T>(entries: Searchable<T>[], tokens: string[]): T[] =>
  entriesWith(entries, tokens).map(({ value }) => value);

function entriesWith<S extends Searchable<unknown>>(entries: S[], tokens: string[]): S[] {
  const last = tokens.at(-1) ?? '';
  const tokenForms = tokens.map((word) => ({ word, forms: formsOf(word), isBegun: word === last && word.length >= 2 }));
  return entries.filter(({ words, terms }) =>
    tokenForms.every(
      ({ word, forms, isBegun }) => hasAny(terms, forms) || (isBegun && words.some((one) => one.startsWith(word))),
    ),
  );
}
