import type { SuggestedArticle } from '#contract/catalogue/search.ts';
import { nearTerms, termsOfWord } from '#domain/search/search-terms.ts';
import { wordsOf } from '#domain/search/search-text.ts';
import type { Synonyms } from '#domain/search/synonyms.ts';
import { categoryPath } from '#domain/text/links.ts';
import type { RequestContext } from '../../context.ts';
import { listBranches } from '../../stores/branches.ts';
import { listContentPages } from '../../stores/content-pages.ts';
import { listCollections } from '../collections/collections.ts';
import { storeSynonyms } from './store-synonyms.ts';

/** Who searches for a city wants to know where the nearest branch is. */
const cities =
  'תל אביב יפו ירושלים חיפה ראשון לציון פתח תקווה אשדוד נתניה באר שבע בני ברק חולון רמת גן רחובות אשקלון בת ים בית שמש כפר סבא הרצליה ' +
  'חדרה מודיעין מכבים רעות לוד רעננה רמלה גבעתיים הוד השרון נהריה קריית אתא קריית גת קריית מוצקין קריית ביאליק קריית ים קריית שמונה ' +
  'אילת עפולה נס ציונה עכו אלעד רמת השרון כרמיאל יבנה טבריה נצרת נוף הגליל טייבה קלנסווה טירה אום אל פחם סח׳נין דימונה ערד ' +
  'שדרות נתיבות מגדל העמק יקנעם נשר טירת כרמל אור יהודה יהוד גבעת שמואל ראש העין אור עקיבא צפת בית שאן מעלה אדומים אריאל מבשרת ציון';

/** Pages that every store has, and what else people call them. */
const fixedPages: (SuggestedArticle & { also: string })[] = [
  {
    title: 'סניפים',
    path: '/distributors',
    also: `סניפים ושעות פתיחה כתובת מוסך אולם תצוגה איפה אתם נמצאים מיקום מפה הגעה אליכם ${cities}`,
  },
  { title: 'יצירת קשר', path: '/contact', also: 'צור צרו קשר טלפון מייל דוא״ל שירות לקוחות ווטסאפ נציג' },
  { title: 'ביטול עסקה', path: '/cancellation', also: 'ביטול הזמנה החזרה' },
];

const bookingPages = {
  TEST_RIDE: {
    title: 'תיאום נסיעת מבחן',
    path: '/booking?service=TEST_RIDE',
    also: 'רכיבת מבחן הפלגת מבחן טסט דרייב test drive ride',
  },
  SERVICE: { title: 'תיאום טיפול במוסך', path: '/booking?service=SERVICE', also: 'תור שירות טיפולים בית מלאכה' },
};
/** Each vehicle's page has the calculator. */
const financing = { title: 'מימון: מחשבון תשלומים בדף של כל דגם', also: 'מימון הלוואה תשלומים משכנתה פריסה ליסינג' };

export type Searchable<T> = { value: T; words: string[]; terms: Set<string> };

/** Services, branches and text pages whose name has every word in some form, the last one perhaps unfinished. */
export async function findServices(ctx: RequestContext, words: string[]): Promise<SuggestedArticle[]> {
  if (words.length === 0) return [];
  return matching(await listSearchable(ctx), words);
}

/** Only operators change them, and they are few, so that they are matched here and not in the database. */
const listSearchable = (ctx: RequestContext): Promise<Searchable<SuggestedArticle>[]> =>
  ctx.cache.get(`search-services:${ctx.store.uuid}`, { tags: [] }, async () => {
    const [articles, synonyms] = await Promise.all([listArticles(ctx), storeSynonyms(ctx)]);
    return articles.map(({ title, path, also = '' }) => searchable({ title, path }, `${title} ${also}`, synonyms));
  });

export function searchable<T>(value: T, text: string, synonyms: Synonyms): Searchable<T> {
  const textWords = wordsOf(text);
  const words = [...textWords, ...synonyms(textWords)];
  return { value, words, terms: new Set(words.flatMap(termsOfWord)) };
}

/** All that can be read in the store besides its products and its blog. */
async function listArticles(ctx: RequestContext): Promise<(SuggestedArticle & { also?: string })[]> {
  const pages = await listContentPages(ctx);
  const branches = await listBranches(ctx);
  const services = new Set(branches.flatMap((branch) => branch.services));
  const [vehicles] = (await listCollections(ctx)).filter(({ parent_id }) => parent_id === null);
  return [
    ...fixedPages,
    ...(services.has('TEST_RIDE') ? [bookingPages.TEST_RIDE] : []),
    ...(services.has('SERVICE') ? [bookingPages.SERVICE] : []),
    ...(vehicles ? [{ ...financing, path: categoryPath(vehicles.slug.name) }] : []),
    ...branches.map(({ key, name, city, address }) => ({
      title: name,
      path: `/distributors#${encodeURIComponent(key)}`,
      also: `סניף ${city} ${address}`,
    })),
    ...pages.map(({ title, slug }) => ({ title, path: `/page/${encodeURIComponent(slug)}` })),
  ];
}

export function matching<T>(entries: Searchable<T>[], tokens: string[]): T[] {
  const last = tokens.at(-1) ?? '';
  const meets = ({ words, terms }: Searchable<T>) =>
    tokens.every(
      (word) =>
        terms.has(word) ||
        nearTerms(word).some((term) => terms.has(term)) ||
        (word === last && word.length >= 2 && words.some((one) => one.startsWith(word))),
    );
  return entries.filter(meets).map(({ value }) => value);
}
