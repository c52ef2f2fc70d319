import type { StoreSettings } from '#contract/store-settings.ts';
import type { Db } from '#db/client.ts';
import { products } from '#db/schema/index.ts';
import { sql } from '#db/sql.ts';
import { kindNames, type ProductKind } from '#domain/catalogue/kind-names.ts';
import { isolate } from '#domain/text/format.ts';
import { canBeOrdered } from '../../catalogue/cards/price.ts';
import type { Deps } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { providerName } from '../../stores/gateway-name.ts';
import { blanksOf } from './legal/facts.ts';
import { legalSlugs } from './legal/pages.ts';

/** What is set up, in the sequence of the guide. */
const openingSteps = {
  business: 'פרטי העסק והקשר',
  logo: 'לוגו',
  colours: 'צבעים',
  category: 'קטגוריה ראשונה',
  product: 'מוצר ראשון',
  pictures: 'תמונות',
  home: 'דף הבית',
  delivery: 'אספקה',
  payment: 'תשלום',
  messages: 'דוא״ל והודעות',
  legal: 'דפים משפטיים',
  domain: 'כתובת האתר',
} as const;
type OpeningStep = keyof typeof openingSteps;

export type StepState = {
  step: OpeningStep;
  title: string;
  /** `missing`: the store doesn't open without it. `recommended`: it opens, and is worse off. */
  state: 'done' | 'missing' | 'recommended';
  /** What there is, or what is missing: a Hebrew sentence. */
  detail: string;
};

type Facts = {
  name_en: string;
  public_domain: string | null;
  /** Name of another store with the same domain. */
  same_domain: string | null;
  email: string | null;
  logo: string | null;
  settings: StoreSettings;
  colours: string[];
  phone: boolean;
  postal_address: boolean;
  legal_name: string;
  company_number: string;
  filled_categories: number;
  categories: number;
  shown: number;
  sellable: number;
  without_picture: number;
  kinds: ProductKind[];
  deliveries: { kind: string; kinds: string[] }[];
  branches: number;
  has_home: boolean;
  pages: { slug: string; body: string }[];
  linked: string[];
};

/**
 * What the store has and lacks before its opening, by what is stored. `env` and `payment` are this installation's: in
 * live mode nothing is done that only the demo has. @throws NOT_FOUND
 */
export async function missingBeforeOpening(
  deps: { db: Db } & Pick<Deps, 'env' | 'payment' | 'sms'>,
  storeUid: string,
): Promise<StepState[]> {
  const facts = await readFacts(deps.db, storeUid);
  const states: Record<OpeningStep, Pick<StepState, 'state' | 'detail'>> = {
    business: business(facts),
    logo: facts.logo ? done('הועלה') : recommended('בלי לוגו מוצג שם החנות באותיות'),
    colours: facts.colours.length === 3 ? done('נבחרו, והטקסט קריא עליהם') : missing('בחרו שלושה צבעים'),
    category: category(facts),
    product: product(facts),
    pictures: pictures(facts),
    home: facts.has_home
      ? done('מוצגים בו קטגוריות או מוצרים שבחרתם')
      : recommended('בינתיים מוצגים בו המוצרים המומלצים'),
    delivery: delivery(facts),
    payment: payment(facts, deps),
    messages: messages(facts, deps),
    legal: legal(facts),
    domain: domain(facts, deps),
  };
  return (Object.keys(openingSteps) as OpeningStep[]).map((step) => ({
    step,
    title: openingSteps[step],
    ...states[step],
  }));
}

/** @throws NOT_POSSIBLE with a line for each thing that the store can't open without */
export async function refuseUnready(...about: Parameters<typeof missingBeforeOpening>): Promise<void> {
  const necessary = (await missingBeforeOpening(...about)).filter(({ state }) => state === 'missing');
  if (necessary.length === 0) return;
  throw refuse('NOT_POSSIBLE', {
    message: `לפני הפתיחה חסרים: ${list(necessary.map(({ title }) => title))}`,
    fields: necessary.map(({ step, title, detail }) => ({ path: step, message: `${title}: ${detail}` })),
  });
}

const done = (detail: string) => ({ state: 'done', detail }) as const;
const missing = (detail: string) => ({ state: 'missing', detail }) as const;
const recommended = (detail: string) => ({ state: 'recommended', detail }) as const;

/** One query: the steps are of one moment. */
async function readFacts(db: Db, storeUid: string): Promise<Facts> {
  const shown = sql`store_products join products on products.uuid = store_products.product_uid
    where store_products.store_uid = s.uuid and store_products.published`;
  const { rows } = await db.execute<Facts>(sql`
    select s.name_en, s.public_domain, (select o.name from stores o where o.uuid <> s.uuid and regexp_replace(lower(o.public_domain), '^www\\.', '') = regexp_replace(lower(s.public_domain), '^www\\.', '') limit 1) as same_domain, s.email, s.logo, s.settings, c.legal_name, c.company_number,
      array(select setting_name from template_settings t where t.store_uid = s.uuid and setting_name in ('clr1', 'clr2', 'clr3')) as colours,
      exists (select from widgets w where w.store_uid = s.uuid and w.area = 'FOOTER' and w.component in ('customer_service_phone', 'sale_phone')) as phone,
      exists (select from widgets w where w.store_uid = s.uuid and w.area = 'FOOTER' and w.component = 'address') as postal_address,
      (select count(*)::int from collections k where k.store_uid = s.uuid) as categories,
      (select count(*)::int from collections k where k.store_uid = s.uuid and exists (
        select from collection_products kp join store_products sp on sp.product_uid = kp.product_uid and sp.store_uid = s.uuid and sp.published
        where kp.collection_uid = k.uuid)) as filled_categories,
      (select count(*)::int from ${shown}) as shown,
      (select count(*)::int from ${shown} and not ${products.priceOnRequest} and ${canBeOrdered}
        and exists (select from variants v where v.product_uid = ${products.uuid} and v.active)) as sellable,
      (select count(*)::int from ${shown} and not exists (select from product_images i where i.product_uid = ${products.uuid})) as without_picture,
      array(select distinct ${products.kind}::text from ${shown} and not ${products.priceOnRequest}) as kinds,
      coalesce((select jsonb_agg(jsonb_build_object('kind', d.kind, 'kinds', d.product_kinds)) from delivery_types d where d.store_uid = s.uuid and d.active), '[]') as deliveries,
      (select count(*)::int from branch_stores b where b.store_uid = s.uuid) as branches,
      jsonb_array_length(coalesce(s.home -> 'hero', '[]')) + jsonb_array_length(coalesce(s.home -> 'categories', '[]'))
        + jsonb_array_length(coalesce(s.home -> 'featured', '[]')) > 0 as has_home,
      coalesce((select jsonb_agg(jsonb_build_object('slug', p.slug, 'body', p.body)) from content_pages p where p.store_uid = s.uuid), '[]') as pages,
      array(select coalesce(m.slug, m.custom_path) from menu_links m where m.store_uid = s.uuid and m.menu_key in ('SUB_FOOTER', 'FOOTER')) as linked
    from stores s join companies c on c.uuid = s.company_uid where s.uuid = ${storeUid}`);
  const [facts] = rows;
  if (!facts) throw refuse('NOT_FOUND');
  return facts;
}

const list = (parts: (string | false)[]): string => parts.filter(Boolean).join(', ');

function business(facts: Facts) {
  const lacks = list([
    !facts.email && 'דוא״ל לשירות',
    !facts.phone && 'טלפון בתחתית האתר',
    !facts.postal_address && 'כתובת בתחתית האתר',
    !facts.legal_name.trim() && 'שם החברה הרשום',
    !/^\d{9}$/.test(facts.company_number) && 'מספר החברה',
  ]);
  return lacks ? missing(`חסרים: ${lacks}`) : done(`${isolate(facts.legal_name)}, ${isolate(facts.company_number)}`);
}

function category({ categories, filled_categories: filled }: Facts) {
  if (categories === 0) return missing('אין עדיין קטגוריה');
  return filled === 0 ? missing('באף קטגוריה אין מוצר שמוצג בחנות') : done(`קטגוריות עם מוצרים: ${filled}`);
}

function product({ shown, sellable }: Facts) {
  if (shown === 0) return missing('אין מוצר שמוצג בחנות');
  return sellable === 0
    ? recommended(`מוצרים שמוצגים: ${shown}. אף אחד מהם אי אפשר לקנות עכשיו: אין מלאי, או שהמחיר לפי פנייה`)
    : done(`מוצרים שמוצגים: ${shown}, ומהם אפשר לקנות: ${sellable}`);
}

function pictures({ shown, without_picture: without }: Facts) {
  if (shown === 0) return recommended('יתווספו עם המוצר הראשון');
  return without > 0 ? recommended(`מוצרים בלי תמונה: ${without}. במקומה מוצג ציור`) : done('לכל מוצר שמוצג יש תמונה');
}

/** As `suitableDeliveries` chooses them: HANDOVER is for vehicles, and what isn't sent is taken from a branch. */
function delivery({ kinds, deliveries, branches }: Facts) {
  if (deliveries.length === 0) return missing('אין דרך אספקה');
  const usable = deliveries.filter(({ kind }) => kind === 'COURIER' || branches > 0);
  if (usable.length === 0) return missing('איסוף ומסירה נעשים בסניף, ולחנות אין סניף');
  const suits = (kind: string) =>
    usable.some((one) => one.kinds.includes(kind) && (kind === 'VEHICLE' || one.kind !== 'HANDOVER'));
  const without = kinds.filter((kind) => kind !== 'SERVICE' && !suits(kind));
  if (without.length > 0) return missing(`אין דרך אספקה למוצרים מסוג ${list(without.map((kind) => kindNames[kind]))}`);
  return done(`דרכי אספקה: ${usable.length}`);
}

function payment({ settings }: Facts, { payment: gateways, env }: Pick<Deps, 'payment' | 'env'>) {
  const name = providerName(settings);
  if (!Object.hasOwn(gateways, name))
    return missing(
      env.MODE === 'live'
        ? 'חברת הסליקה שנבחרה אינה מוגדרת בשרת. מי שמפעילים את השרת צריכים להגדיר אותה'
        : 'חברת הסליקה שנבחרה אינה מוגדרת בהדגמה',
    );
  return name === 'sandbox'
    ? done('סליקת הדגמה: אפשר לשלם בכרטיסי ניסיון, ואיש אינו מחויב')
    : done('חברת הסליקה מוגדרת');
}

function messages({ email, name_en, settings }: Facts, { env, sms }: Pick<Deps, 'env' | 'sms'>) {
  if (env.MODE !== 'live') return done('בהדגמה ההודעות נשמרות במסך ההודעות, ואינן נשלחות');
  const lacks = list([
    !env.SMTP_URL && 'שרת דוא״ל',
    !email && !env.MAIL_FROM && 'כתובת שולח לדוא״ל',
    sms.length === 0 && 'ספק הודעות SMS',
    !settings.sms_sender && !/[A-Za-z0-9]{3}/.test(name_en) && 'שם שולח להודעות',
  ]);
  return lacks ? missing(`חסרים: ${lacks}`) : done(`השולח בהודעות: ${isolate(settings.sms_sender ?? name_en)}`);
}

function legal({ pages, linked, company_number: number }: Facts) {
  const bySlug = new Map(pages.map(({ slug, body }) => [slug, body]));
  const absent = legalSlugs.filter((slug) => !bySlug.get(slug)?.trim());
  if (absent.length > 0) return missing(`חסרים דפים: ${list(absent.map(isolate))}`);
  const blanks = legalSlugs.flatMap((slug) => blanksOf(bySlug.get(slug) ?? ''));
  if (blanks.length > 0) return missing(`נשארו פרטים להשלמה: ${blanks.length}`);
  const unnamed = ['terms', 'privacy'].filter((slug) => !bySlug.get(slug)?.includes(number));
  if (unnamed.length > 0)
    return missing(`מספר החברה, ${isolate(number)}, אינו כתוב בדפים ${list(unnamed.map(isolate))}`);
  const unlinked = [...legalSlugs, 'cancellation'].filter((target) => !linked.includes(target));
  return unlinked.length > 0
    ? missing(`אין אליהם קישור בתחתית האתר: ${list(unlinked.map(isolate))}`)
    : done('כל הדפים מלאים, ומקושרים מתחתית האתר');
}

function domain({ public_domain: name, same_domain: other }: Facts, { env }: Pick<Deps, 'env'>) {
  if (!name)
    return env.MODE === 'live'
      ? missing('לחנות אין דומיין')
      : recommended('לחנות אין דומיין, וכל דף אומר זאת לגולשים. בהדגמה היא נפתחת גם בלעדיו');
  return other ? missing(`הדומיין ${isolate(name)} שייך גם לחנות ${isolate(other)}`) : done(isolate(name));
}
