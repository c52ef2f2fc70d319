import type { Page } from '@playwright/test';
import type { AssemblyPreview, PartsMake } from '#contract/catalogue/parts.ts';
import type { Product, ProductPreview } from '#contract/catalogue/products.ts';
import type { CreateOrderReply } from '#contract/checkout/orders.ts';
import type { SignedInReply } from '#contract/customers/customers.ts';
import { alive } from './browser.ts';
import { request } from './http.ts';
import { shopper } from './purchase.ts';
import { at, forgetAddress, openBy, type Show, signedIn, type Visitor } from './show.ts';
import type { Site } from './site.ts';
import { query } from './site-rows.ts';

export type { Visitor };

/** Every screen of the site, and how to get to see it. */
export const screens: Record<string, Show> = {
  home: at('/'),
  category: at(({ category }) => `/category/${category}`),
  'category-list': at('/category?view=list'),
  'category-empty': at('/category?search=qqqzzz'),
  'category-filtered': at(({ category }) => `/category/${category}?price_min=5000&price_max=60000`),
  'category-nothing': at(({ category }) => `/category/${category}?price_max=60000&monthly_max=1`),
  filters: async (page, visitor) => {
    await screens['category-filtered']?.(page, visitor);
    const panel = page.getByRole('complementary', { name: 'סינון המוצרים' });
    const button = page.getByRole('button', { name: 'סינון' });
    // On a wide screen it stands beside the products.
    await panel.or(button).filter({ visible: true }).first().waitFor();
    if (await panel.isVisible()) return;
    await button.first().click();
    await panel.getByRole('button', { name: /^הצגת/ }).waitFor();
    // It slides in; on the way it is beyond the edge.
    await panel.evaluate((element) => Promise.all(element.getAnimations().map((animation) => animation.finished)));
  },
  search: async (page, visitor) => {
    await openSearch(page, visitor);
    await page.getByRole('option').first().waitFor();
  },
  'search-suggestions': async (page, visitor) => {
    const field = await openSearch(page, visitor);
    await field.fill(visitor.product.name.slice(0, 6));
    await page.getByRole('group', { name: 'מוצרים' }).getByRole('option').first().waitFor();
  },
  'search-nothing': async (page, visitor) => {
    const field = await openSearch(page, visitor);
    await field.fill('qqqzzz');
    await page.getByText('לא מצאנו תוצאות').waitFor();
  },
  'search-results': at(({ product }) => `/category?search=${encodeURIComponent(product.name)}`),
  product: at(({ product }) => `/product/${product.slug.name}`),
  'product-configurator': at(({ configurable }) => `/product/${configurable}#configurator`),
  'product-finance': at(({ product }) => `/product/${product.slug.name}#finance`),
  spin: async (page, visitor) => {
    await at(({ turning }) => `/product/${turning}`)(page, visitor);
    await openBy(page, page.getByRole('button', { name: /סיבוב/ }));
  },
  zoom: async (page, visitor) => {
    await screens.product?.(page, visitor);
    await openBy(page, page.getByRole('group', { name: 'גלריה' }).getByRole('button').first());
  },
  'stock-alert': async (page, visitor) => {
    await at(({ awaited }) => `/product/${awaited}`)(page, visitor);
    await openBy(page, page.getByRole('button', { name: 'עדכון על חזרה למלאי' }));
  },
  compare: at(({ product, others }) => `/compare?ids=${[product.slug.name, ...others].join(',')}`),
  'compare-empty': at('/compare'),
  'spare-parts': at('/spare-parts'),
  'spare-parts-model': at(({ model }) => `/spare-parts?model=${model}`),
  'spare-parts-nothing': at('/spare-parts?number=qqqqqq'),
  assembly: at(({ assembly, model }) => `/spare-parts/${assembly}?model=${model}&callout=1`),
  menu: async (page, visitor) => {
    await at('/')(page, visitor);
    const button = page.getByRole('button', { name: 'פתיחת תפריט' });
    if (await button.isVisible()) await openBy(page, button);
    else {
      const arrow = page.getByRole('button', { name: /^תפריט המשנה/ }).first();
      await alive(arrow);
      await arrow.focus();
    }
  },
  cart: async (page, visitor) => {
    await withCart(page, visitor, [{ id: sellable(visitor.product).id, quantity: 1 }]);
    await openBy(page, page.getByRole('button', { name: /^סל הקניות/ }));
    await page.getByRole('button', { name: 'המשך לרכישה' }).waitFor();
  },
  'cart-empty': async (page, visitor) => {
    await at('/contact')(page, visitor);
    await openBy(page, page.getByRole('button', { name: /^סל הקניות/ }));
  },
  'purchase-1': at(({ product }) => `/purchase?uid=${product.id}`),
  'purchase-2': async (page, visitor) => {
    await at(`/purchase?uid=${visitor.product.id}`)(page, visitor);
    await page.getByRole('button', { name: 'המשך לתוספות' }).click();
    await page.getByRole('button', { name: 'המשך לאמצעי תשלום' }).waitFor();
  },
  'purchase-3': async (page, visitor) => {
    await screens['purchase-2']?.(page, visitor);
    await page.getByRole('button', { name: 'המשך לאמצעי תשלום' }).click();
    await page.getByRole('button', { name: 'המשך לפרטים' }).waitFor();
  },
  'purchase-4': async (page, visitor) => {
    await screens['purchase-3']?.(page, visitor);
    await page.getByRole('button', { name: 'המשך לפרטים' }).click();
    await page.getByRole('textbox', { name: 'שם פרטי' }).waitFor();
  },
  'purchase-sign-in': async (page, visitor) => {
    await screens['purchase-4']?.(page, visitor);
    await openBy(page, page.getByRole('link', { name: 'כניסה ומילוי הפרטים' }));
  },
  'purchase-nothing': async (page, visitor) => {
    await at('/contact')(page, visitor);
    // Else it goes on with the purchase that was begun.
    await page.evaluate(() => localStorage.clear());
    await at('/purchase')(page, visitor);
    await page.getByRole('heading', { level: 1, name: 'אין רכישה בתהליך' }).waitFor();
  },
  success: at(({ order }) => `/success?order=${order}`),
  payment: (page, { payment }) => page.goto(payment),
  login: at('/login'),
  'login-password': async (page, visitor) => {
    await screens.login?.(page, visitor);
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: 'כניסה עם דוא״ל וסיסמה' }).click();
    await page.getByRole('textbox', { name: 'דוא״ל' }).waitFor();
  },
  signup: at('/signup'),
  'forgot-password': at('/forgot-password'),
  'reset-password': at('/reset-password?token=spent'),
  dashboard: signedIn('/personal-area'),
  orders: signedIn('/personal-area/orders/accessories'),
  'orders-empty': signedIn('/personal-area/orders/accessories?search=qqqqqq'),
  favorites: signedIn('/personal-area/favorites'),
  'favorites-device': async (page, visitor) => {
    await at('/favorites')(page, visitor);
    await page.evaluate((uuid) => localStorage.setItem('favorites', JSON.stringify([uuid])), visitor.product.id);
    await page.reload();
    await page.getByRole('main').getByRole('article').first().waitFor();
  },
  'favorites-device-empty': at('/favorites'),
  'edit-details': signedIn('/personal-area/edit-details/general'),
  'addresses-empty': signedIn('/personal-area/edit-details/addresses'),
  payments: signedIn('/personal-area/edit-details/payments'),
  'garage-empty': signedIn('/personal-area/garage'),
  'saved-empty': signedIn('/personal-area/saved'),
  'prove-email': signedIn('/personal-area/prove-email?for=favorites'),
  privacy: signedIn('/personal-area/privacy'),
  contact: at('/contact'),
  distributors: at('/distributors'),
  'distributors-nothing': at('/distributors?search=qqqzzz'),
  booking: async (page, visitor) => {
    await at('/booking?service=TEST_RIDE')(page, visitor);
    const branch = await page
      .getByLabel('באיזה סניף?')
      .locator('option[value]:not([value=""])')
      .first()
      .getAttribute('value');
    await at(`/booking?service=TEST_RIDE&branch=${branch}`)(page, visitor);
  },
  'booking-wrong': async (page, visitor) => {
    await screens.booking?.(page, visitor);
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: 'קביעת התור' }).click();
    await page.getByText('הזינו שם').first().waitFor();
  },
  'booking-details': async (page, visitor) => {
    await screens.booking?.(page, visitor);
    phones += 1;
    await forgetAddress(visitor);
    // Two pages of one store may be here at a time, and would want the same hour; late in the day there is but one.
    const times = page.getByRole('radio');
    await times.nth(phones % Math.min(2, await times.count())).check({ force: true });
    await page.getByLabel('שם מלא').fill('נועה בן־דוד');
    await page.getByLabel('טלפון').fill(`05411${String(phones).padStart(5, '0')}`);
    await page.locator('form').filter({ hasText: 'שם מלא' }).getByLabel('דוא״ל').fill(`noa-${phones}@example.com`);
    await page.getByRole('button', { name: 'קביעת התור' }).click();
    await page.getByRole('heading', { level: 1, name: /נקבעה?$/ }).waitFor();
  },
  sitemap: at('/sitemap'),
  cancellation: at('/cancellation'),
  about: at('/page/about'),
  faq: at('/page/faq'),
  terms: at('/page/terms'),
  // With a table in its text.
  cookies: at('/page/cookies'),
  post: at(({ post }) => `/blog/${post}`),
  consent: async (page, visitor) => {
    await at('/page/cookies')(page, visitor);
    const banner = page.getByRole('region', { name: 'שימוש בעוגיות' });
    const ask = page.getByRole('contentinfo').getByRole('link', { name: 'הגדרות עוגיות' });
    await page.waitForLoadState('networkidle');
    await ask.click();
    await banner.getByRole('checkbox').first().waitFor();
  },
  'not-found': at('/no/such/page'),
  'store-not-found': (page, { site }) => page.goto(site.origin('nobody')),
};

/**
 * Those of the way in and of the personal area: `account-screens.spec.ts` looks at them, `layout.spec.ts` at the
 * others.
 */
export const ACCOUNT = [
  'login',
  'login-password',
  'signup',
  'forgot-password',
  'reset-password',
  'purchase-sign-in',
  'dashboard',
  'orders',
  'orders-empty',
  'favorites',
  'edit-details',
  'addresses-empty',
  'payments',
  'garage-empty',
  'saved-empty',
  'prove-email',
  'privacy',
];

async function openSearch(page: Page, visitor: Visitor): Promise<ReturnType<Page['getByRole']>> {
  await at('/contact')(page, visitor);
  await openBy(page, page.getByRole('banner').getByRole('button', { name: 'חיפוש', exact: true }));
  return page.getByRole('combobox', { name: 'מה לחפש?' });
}

async function withCart(page: Page, visitor: Visitor, cart: { id: string; quantity: number }[]): Promise<void> {
  await at('/contact')(page, visitor);
  const { cart: items } = await shopper(visitor.site.port, visitor.store).calculate({ cart });
  await page.evaluate((kept) => localStorage.setItem('cartItems', kept), JSON.stringify(items));
  await page.reload();
}

const sellable = (product: Product): Product['variants'][number] => {
  const variant = product.variants.find(({ available }) => available);
  if (!variant) throw new Error(`${product.name} is sold out`);
  return variant;
};

type Get = <T>(path: string) => Promise<T>;

/** Goes through the vehicles for those that have what some screens are about. */
async function vehiclesToShow(
  get: Get,
  slugs: string[],
): Promise<Pick<Visitor, 'configurable' | 'turning' | 'awaited'>> {
  const found = { configurable: '', turning: '', awaited: '' };
  for (const slug of slugs) {
    if (Object.values(found).every((one) => one !== '')) break;
    const { variants, stock_policy } = await get<Product>(`/api/products/get-product/${slug}`);
    // Not every colour was photographed all around.
    const turns = variants.find(({ spin }) => spin.length > 1);
    if (turns) found.turning ||= `${slug}?variant=${encodeURIComponent(turns.sku)}`;
    const gone = stock_policy === 'IN_STOCK' && variants.find(({ available }) => !available);
    if (gone) found.awaited ||= `${slug}?variant=${encodeURIComponent(gone.sku)}`;
    const { configurator } = await get<{ configurator: unknown }>(`/api/variants/get-configurator?product=${slug}`);
    if (configurator) found.configurable ||= slug;
  }
  return found;
}

async function partsToShow(get: Get): Promise<Pick<Visitor, 'model' | 'assembly'>> {
  const makes = await get<PartsMake[]>('/api/products/get-parts-vehicles');
  for (const { slug } of makes.flatMap(({ vehicles }) => vehicles)) {
    const [first] = await get<AssemblyPreview[]>(`/api/products/get-assemblies?vehicle=${slug.name}`);
    if (first) return { model: slug.name, assembly: first.slug.name };
  }
  throw new Error('There is no diagram');
}

let phones = 0;

/** Signs up a customer of the store, who favours a product and has ordered it. */
export async function visitorOf(site: Site, store: string): Promise<Visitor> {
  const host = `${store}.localhost`;
  const nth = ++phones;
  // Each from an address of their own: codes are counted by it.
  const from = `127.1.0.${(nth % 250) + 1}`;
  const get = async <T>(path: string, headers = {}): Promise<T> => {
    const reply = await request(site.port, { host, path, headers, from });
    if (reply.status !== 200) throw new Error(`${host}${path}: ${reply.status} ${reply.text}`);
    return reply.json<T>();
  };
  const list = await get<{ items: ProductPreview[] }>('/api/products/get-products?kind=VEHICLE&page_size=24');
  const found = list.items.find(({ available, stock_policy }) => available && stock_policy === 'IN_STOCK');
  if (!found) throw new Error(`${store} has nothing to sell`);
  const product = await get<Product>(`/api/products/get-product/${found.slug.name}`);

  const phone = `05400${String(nth).padStart(5, '0')}`;
  const otp = { 'x-rate-limit': 'otp' };
  await get(`/api/customers/get-otp-code?phone=${phone}`, otp);
  const [sms] = await query(site, `select body from outbox where recipient = $1`, [`+972${phone.slice(1)}`]);
  const code = /\d{6}/.exec(String(sms?.body))?.[0];
  const { ticket } = await get<{ ticket: string }>(
    `/api/customers/login-verify-otp-code?phone=${phone}&code=${code}`,
    otp,
  );
  const shop = shopper(site.port, store);
  const signUp = await shop.post('/api/customers/create-customer', { ticket, first_name: 'נועה', last_name: 'בן־דוד' });
  const { token } = signUp.json<SignedInReply>();
  const bearer = { authorization: `Bearer ${token}` };
  await shop.post('/customer/customers/add-favorite-product', { product_ids: [product.id] }, bearer);

  const variant = sellable(product);
  const goods = { variant: variant.id, product: product.id, store, price: variant.price ?? 0 };
  const body = await shop.orderBody(goods);
  const placed = await shop.post('/api/orders/create', body, { ...bearer, 'idempotency-key': crypto.randomUUID() });
  if (placed.status !== 200) throw new Error(`orders/create: ${placed.text}`);
  const order = placed.json<CreateOrderReply>();
  const slugs = list.items.map(({ slug }) => slug.name);
  const vehicles = await vehiclesToShow(get, slugs);
  const parts = await partsToShow(get);
  const category = (
    await get<{ categories: { slug: { name: string } }[] }>('/api/caching/get-vehicles-home-page-cache')
  ).categories[0]?.slug.name;
  return {
    site,
    store,
    product,
    category: category ?? '',
    others: slugs.filter((slug) => slug !== product.slug.name).slice(0, 2),
    ...vehicles,
    ...parts,
    post:
      (await get<{ items: { slug: { name: string } }[] }>('/api/blogs/get-posts?page_size=1')).items[0]?.slug.name ??
      '',
    order: order.secret,
    placed: order.order,
    payment: order.payment?.url ?? '',
    token,
  };
}
