import type { Browser, BrowserContext, Page } from '@playwright/test';
import { emptyChoice, emptyForm } from '../../shop/features/purchase/basket/purchase-storage.ts';
import { loseAnswer, payBy } from './browser-checkout.ts';
import { refuseCookies } from './cookies.ts';
import { CARDS, pay, shopper } from './purchase.ts';
import {
  type Action,
  type Goods,
  LAST_COUPON,
  offersOf,
  type ScreenName,
  type Setting,
  TABS,
} from './shopper-actions.ts';
import type { Site } from './site.ts';
import { query } from './site-rows.ts';

const STORE = 'raam';
type Name = (typeof TABS)[number];
/** What only a browser has, beside what the model's screens offer. Signing in and out is walked over HTTP alone. */
export type Press = Action | `${Name} reloads` | 'A goes back';
const ONLY_MODEL: Action[] = ['B signs out', 'A signs in'];

type Tab = { context: BrowserContext; page: Page | null; uid: string | null };
export type BrowserSetting = Setting & { token: string | null };

/** One shopper with two tabs, and for an account a second device, in a real browser. */
export class BrowserWalk {
  readonly taken: Press[] = [];
  readonly problems: string[] = [];
  readonly #browser: Browser;
  readonly #site: Site;
  readonly #goods: Goods;
  readonly #setting: BrowserSetting;
  readonly #since = new Date();
  #tabs!: Record<Name, Tab>;
  #place = { delivery: '', branch: '' };
  #seen = false;

  constructor(browser: Browser, site: Site, goods: Goods, setting: BrowserSetting) {
    this.#browser = browser;
    this.#site = site;
    this.#goods = goods;
    this.#setting = setting;
  }

  /** Walks through `first`, then through so many presses that `choose` picks among those offered, and to the end. */
  async go(first: Press[], more: number, choose: (state: string, offers: Press[]) => Press): Promise<void> {
    await this.#begin();
    try {
      for (let at = 0; at < first.length + more; at++) {
        const [state, offers] = await this.#offers();
        const given = first[at];
        const press = given ?? (offers.length > 0 ? choose(state, offers) : undefined);
        if (!press) break;
        if (!offers.includes(press)) {
          this.problems.push(`“${press}” is not offered`);
          break;
        }
        this.taken.push(press);
        await this.#take(press);
      }
      await this.#finish();
      await this.#judge();
    } finally {
      await Promise.all(
        [...new Set(Object.values(this.#tabs).map(({ context }) => context))].map((one) => one.close()),
      );
    }
  }

  /** Nothing of an earlier walk is left: its orders hold nothing, and there is one piece of what is scarce. */
  async #begin(): Promise<void> {
    const { vehicle, other, extra, product, otherProduct } = this.#goods;
    const { basket, second, token } = this.#setting;
    const scarce = [basket === 'last vehicle' ? 1 : 9, basket.endsWith('last extra') ? 1 : 9];
    await query(
      this.#site,
      `update orders set status = 'cancelled', hold_until = null, stock_held = false where status = 'payment'`,
    );
    await query(
      this.#site,
      'update variants set stock = case uuid when $1 then $4::int when $2 then 9 else $5::int end where uuid in ($1, $2, $3)',
      [vehicle, other, extra, ...scarce],
    );
    await query(this.#site, 'update variants set stock = 0 where product_uid = $1 and uuid <> $2', [product, vehicle]);
    await query(this.#site, 'update coupons set uses = 0 where code = $1', [LAST_COUPON]);
    await query(this.#site, 'notify cache_versions');
    const calculated = await shopper(this.#site.port, STORE).calculate({ cart: [{ id: vehicle, quantity: 1 }] });
    const delivery = calculated.delivery_options.find(({ branches }) => branches.length > 0);
    this.#place = { delivery: delivery?.id ?? '', branch: delivery?.branches[0]?.id ?? '' };

    const uid = basket === 'cart with the last extra' ? null : product;
    const mine = await this.#device();
    this.#tabs = {
      A: { context: mine, page: null, uid },
      B: { context: mine, page: null, uid: second === 'the same' ? uid : otherProduct },
      C: { context: token ? await this.#device() : mine, page: null, uid },
    };
  }

  async #device(): Promise<BrowserContext> {
    const context = await this.#browser.newContext();
    await context.addInitScript(refuseCookies);
    if (this.#setting.basket === 'cart with the last extra') await context.addInitScript(fill, await this.#cart());
    const url = this.#site.origin(STORE);
    if (this.#setting.token)
      await context.addCookies([
        { url, name: 'auth._token.local', value: this.#setting.token, httpOnly: true },
        { url, name: 'auth.signed_in', value: '1' },
      ]);
    return context;
  }

  /** A cart as the shop keeps it on a device. */
  async #cart(): Promise<Seed> {
    const { vehicle, extra } = this.#goods;
    const {
      cart,
      coupons,
      errors: _,
      delivery_type_id,
      ...summary
    } = await shopper(this.#site.port, STORE).calculate({
      cart: [vehicle, extra].map((id) => ({ id, quantity: 1 })),
      delivery_type_id: this.#place.delivery,
    });
    const values = { cartItems: cart, orderSummary: summary, coupons, cart: { delivery_type_id } };
    return { storage: 'localStorage', values };
  }

  /** A tab that was just opened: details typed in, and what is bought chosen up to the last step. */
  async #newPage({ context, uid }: Tab): Promise<Page> {
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    page.on('pageerror', (error) => this.problems.push(`exception: ${error.message}`));
    const { vehicle, other, otherProduct, extra } = this.#goods;
    const { basket } = this.#setting;
    const isOther = uid === otherProduct;
    const choice = {
      ...emptyChoice(uid),
      ...this.#place,
      reached: 4,
      variant: isOther ? other : vehicle,
      upsells: basket.endsWith('last extra') && !isOther ? [{ id: extra, quantity: 1 }] : [],
      coupons: basket.endsWith('last coupon') && !isOther ? [LAST_COUPON] : [],
    };
    const form = { first_name: 'דנה', last_name: 'לוי', phone: '050-1234567', email: 'dana@example.com', terms: true };
    const values = {
      purchase_customer: { ...emptyForm, ...form },
      [uid === null ? 'cart_choice' : 'purchase_choice']:
        uid === null ? { ...choice, variant: null, upsells: [] } : choice,
    };
    await page.addInitScript(fill, { storage: 'sessionStorage', values } satisfies Seed);
    return page;
  }

  async #offers(): Promise<[string, Press[]]> {
    const names = await Promise.all(TABS.map((tab) => this.#screen(tab)));
    const screens = Object.fromEntries(TABS.map((tab, at) => [tab, names[at]])) as Record<Name, ScreenName>;
    const offers: Press[] = offersOf(screens, this.#setting, { signedIn: true, seen: this.#seen }).filter(
      (action) => !ONLY_MODEL.includes(action),
    );
    if (!this.#seen)
      for (const tab of TABS)
        if (['steps', 'payment', 'unanswered'].includes(screens[tab])) offers.push(`${tab} reloads`);
    if (['payment', 'done'].includes(screens.A)) offers.push('A goes back');
    const { basket, buyer, second } = this.#setting;
    return [JSON.stringify([basket, buyer, second, ...names]), offers];
  }

  async #take(press: Press): Promise<void> {
    const name = press.slice(0, 1) as Name;
    const tab = this.#tabs[name];
    const before = tab?.page ? await this.#screen(name) : null;
    try {
      await this.#press(press, tab, name);
    } catch (error) {
      // Another tab's order, a payment or its end may have taken the page on meanwhile.
      if (before === (await this.#screen(name)))
        // Whole: its log says what was in the way.
        this.problems.push(`can't be pressed: ${(error as Error).message}`);
    }
  }

  async #press(press: Press, tab: Tab, name: Name): Promise<void> {
    const page = tab?.page;
    switch (press) {
      case 'A is closed':
        await page?.close();
        tab.page = null;
        return;
      case 'the hold ends':
        await query(
          this.#site,
          `update orders set hold_until = now() - interval '1 second' where status = 'payment' and created_at > $1`,
          [this.#since],
        );
        return;
      case 'A and B order at once':
        await Promise.all([this.#order('A'), this.#order('B')]);
        return;
      case 'A orders, answer lost':
      case 'A orders, server down':
        await page?.route(
          '**/api/orders/create',
          press.endsWith('lost') ? loseAnswer(this.#site, STORE) : (route) => route.abort(),
        );
        await this.#order('A');
        await page?.unroute('**/api/orders/create');
        return;
      case 'A clicks twice':
        return this.#order('A', true);
      case 'A is charged, unseen':
        return this.#card(page, CARDS.lateWebhook);
      case 'A is declined':
        return this.#card(page, CARDS.declined);
      case 'A goes back':
        await page?.goBack();
        // Where the purchase was the tab's first page, on to it again.
        if (page?.url() === 'about:blank') await page.goForward();
        return;
    }
    const doing = press.slice(2);
    if (doing === 'opens') return this.#open(tab);
    if (doing === 'orders') return this.#order(name);
    if (!page) return;
    if (doing === 'reloads') await page.reload();
    else if (doing === 'retries')
      await this.#leave(name, () => page.getByRole('button', { name: 'ניסיון נוסף' }).click());
    else if (doing === 'pays') await this.#leave(name, () => this.#pay(page));
    else if (doing === 'lets go')
      await this.#leave(name, () =>
        page.getByRole('button', { name: /^(שינוי הפרטים|ויתור על ההזמנה|חזרה לפרטים)$/ }).click(),
      );
  }

  async #open(tab: Tab): Promise<void> {
    tab.page ??= await this.#newPage(tab);
    const uid = tab.uid === null ? '' : `uid=${tab.uid}&`;
    await tab.page.goto(`${this.#site.origin(STORE)}/purchase?${uid}step=4`);
  }

  /** Through what is left of the steps, to the order. */
  async #order(name: Name, twice = false): Promise<void> {
    const page = this.#tabs[name].page;
    if (!page) return;
    const next = page.getByRole('button', { name: /^(המשך ל|לתשלום|אישור הסכום החדש)/ }).first();
    for (let steps = 0; steps < 6; steps++) {
      const text = (await next.innerText()).trim();
      const isLast = !text.startsWith('המשך');
      const terms = page.getByRole('checkbox', { name: /קראתי ואישרתי/ });
      if (isLast && (await terms.isVisible())) await terms.check();
      if (!isLast) {
        await next.click();
        continue;
      }
      return this.#leave(name, () => (twice ? next.dblclick() : next.click()));
    }
  }

  /** Until another screen stands there, or the same one is all that comes. */
  async #leave(name: Name, press: () => Promise<void>): Promise<void> {
    const before = await this.#screen(name);
    await press();
    for (const until = Date.now() + PATIENCE; Date.now() < until; ) if ((await this.#screen(name)) !== before) return;
  }

  /**
   * A frame of another origin that is out of view, or in a tab behind, is not drawn, so that nothing in it can be
   * pressed.
   */
  async #pay(page: Page): Promise<void> {
    await page.bringToFront();
    await page.locator('iframe[title*="תשלום"]').scrollIntoViewIfNeeded();
    await payBy(page, 'approved');
  }

  async #card(page: Page | null | undefined, number: string): Promise<void> {
    const source = await page?.locator('iframe[title*="תשלום"]').getAttribute('src');
    const { port, pathname } = new URL(source ?? '');
    await pay(Number(port), pathname, number);
  }

  /** The screen of a tab once it is one. What is still none after all patience is a dead end. */
  async #screen(name: Name): Promise<ScreenName> {
    const { page } = this.#tabs[name];
    if (!page) return 'closed';
    for (const until = Date.now() + PATIENCE; ; ) {
      const look = await page.evaluate(lookAt).catch(() => null);
      const screen = look && screenOf(look);
      if (screen === 'done') this.#seen = true;
      if (screen === 'sold out') await this.#isOwn(name, look?.text ?? '');
      if (screen) return screen;
      if (Date.now() > until) {
        this.problems.push(`${name} stands at nothing: ${page.url()} ${look?.title}`);
        return 'sold out';
      }
    }
  }

  async #waiting(): Promise<number> {
    const rows = await query(
      this.#site,
      `select 1 from orders where status = 'payment' and hold_until > now() and created_at > $1`,
      [this.#since],
    );
    return rows.length;
  }

  /** What is missing must not be missing because an order holds it that this very shopper can be shown. */
  async #isOwn(name: Name, text: string): Promise<void> {
    if ((await this.#waiting()) > 0)
      this.problems.push(`${name} is told “${text.slice(0, 60)}” of what its own order holds`);
  }

  /** From wherever the walk has led, the shopper gets what was wanted, once, in a few presses. */
  async #finish(): Promise<void> {
    for (let presses = 0; presses < 8; presses++) {
      const screen = await this.#screen('A');
      if (this.#seen) return;
      if (screen === 'payment') await this.#take('A pays');
      else if (screen === 'steps') await this.#take('A orders');
      else if (screen === 'unanswered') await this.#take('A retries');
      else if (presses > 0 && screen === 'sold out') break;
      else await this.#take('A opens');
    }
    if (!this.#seen) this.problems.push(`a dead end: ${await this.#screen('A')}`);
  }

  /** Nothing was charged twice, and what is shown as paid is. */
  async #judge(): Promise<void> {
    const [row] = await query(
      this.#site,
      `select coalesce(max(charges), 0) charges from (select count(*)::int charges from sandbox.transactions t join payments p on p.provider_ref = t.page_uid::text
         join orders o on o.uuid = p.order_uid join order_lines l on l.order_uid = o.uuid and l.position = 0
       where o.created_at > $1 and t.state in ('approved', 'held') and t.refunded_agorot = 0 group by l.variant_uid) each_thing`,
      [this.#since],
    );
    if (Number(row?.charges) !== 1) this.problems.push(`charged ${row?.charges} times`);
  }
}

/** How long a screen may take on a busy machine. Milliseconds. */
const PATIENCE = 15_000;

type Seed = { storage: 'localStorage' | 'sessionStorage'; values: Record<string, unknown> };
/** Runs in every page before its own scripts; fills a storage once. */
function fill({ storage, values }: Seed): void {
  try {
    if (window[storage].getItem('filled')) return;
    for (const [key, value] of Object.entries({ filled: true, ...values }))
      window[storage].setItem(key, JSON.stringify(value));
  } catch {}
}

type Look = { path: string; title: string; text: string; framed: boolean; next: string | null };
/** Runs in the page. */
function lookAt(): Look {
  const main = document.querySelector('main');
  const next = [...document.querySelectorAll<HTMLButtonElement>('main button')].find(
    (button) =>
      /^(המשך ל|לתשלום|אישור הסכום החדש)/.test(button.innerText.trim()) &&
      !button.disabled &&
      button.ariaBusy !== 'true' &&
      button.closest('[inert]') === null,
  );
  return {
    path: location.pathname,
    title: main?.querySelector('h1')?.innerText.trim() ?? '',
    text: main?.innerText ?? '',
    framed: document.querySelector('iframe[title*="תשלום"]') !== null,
    next: next?.innerText.trim() ?? null,
  };
}

function screenOf({ path, title, text, framed, next }: Look): ScreenName | null {
  if (/^\/(success|thank-you)/.test(path)) return title === '' ? null : 'done';
  if (title === 'הרכישה הזו הושלמה') return 'done';
  if (framed) return 'payment';
  if (title === 'ההזמנה עוד לא הושלמה' || title === 'אין חיבור לאינטרנט') return 'unanswered';
  if (/אי אפשר להזמין את המוצר באתר כרגע|אזל מהמלאי|אין רכישה בתהליך/.test(text)) return 'sold out';
  return next === null ? null : 'steps';
}
