import type { CalcCart } from '#contract/checkout/cart-pricing.ts';
import type { CreateOrderBody, Order } from '#contract/checkout/orders.ts';
import { endUnpaidOrders } from '#server/checkout/purchase/end-unpaid-orders.ts';
import { BUYER_KEYS, writeValue } from '../../shop/browser-storage.ts';
import { askCart, calculationOf } from '../../shop/features/cart/basket-store.ts';
import { writeCart } from '../../shop/features/cart/cart-store.ts';
import { forgetKnownOrder, readKnownOrder } from '../../shop/features/order/known-order.ts';
import * as purchase from '../../shop/features/purchase/basket/purchase-state.ts';
import {
  type Choice,
  emptyChoice,
  madeOf,
  readChoice,
  writeChoice,
} from '../../shop/features/purchase/basket/purchase-storage.ts';
import { readOrder } from '../../shop/features/purchase/place-order.ts';
import type { TestApp } from './app.ts';
import { CARDS, orderPhone, pay } from './purchase.ts';
import { type Action, type Goods, LAST_COUPON, offersOf, type Setting, type TABS } from './shopper-actions.ts';
import { inTab, newDevice, newTab, type Tab } from './tabs.ts';

type Screen =
  | { name: 'closed' | 'sold out' | 'done' }
  | { name: 'steps'; body: CreateOrderBody; since: number }
  | { name: 'payment'; secret: string; page: string }
  | { name: 'unanswered'; body: CreateOrderBody | null };

type Page = { tab: Tab; screen: Screen; uid: string | null };
type Pages = Record<(typeof TABS)[number], Page>;

export type Walked = { state: string; taken: Action[]; next: Action[]; problems: string[]; charges: number };

/** From nothing through some actions to its end; those that the screens do not offer end it. */
export class Walk {
  readonly #app: TestApp;
  readonly #goods: Goods;
  readonly #token: string;
  readonly #setting: Setting;
  readonly #name: string;
  readonly #phone: string;
  readonly #pages: Pages;
  #problems: string[] = [];
  /** One of the tabs has shown that it is paid. What is opened after that is another purchase. */
  #seen = false;

  constructor(app: TestApp, goods: Goods, account: { token: string; phone: string }, setting: Setting, name: string) {
    this.#app = app;
    this.#goods = goods;
    this.#token = account.token;
    this.#setting = setting;
    this.#name = name;
    const signedIn = setting.buyer === 'account';
    this.#phone = signedIn ? account.phone : orderPhone();
    const token = signedIn ? account.token : null;
    const [mine, elsewhere] = [newDevice(token), newDevice(token)];
    const uid = setting.basket === 'cart with the last extra' ? null : goods.product;
    const second = setting.second === 'the same' ? uid : goods.otherProduct;
    this.#pages = {
      A: { tab: newTab('A', mine), screen: { name: 'closed' }, uid },
      B: { tab: newTab('B', mine), screen: { name: 'closed' }, uid: second },
      C: { tab: newTab('C', elsewhere), screen: { name: 'closed' }, uid },
    };
  }

  async through(actions: Action[]): Promise<Walked> {
    await this.#begin();
    const taken: Action[] = [];
    for (const action of actions) {
      if (!this.#offers().includes(action)) break;
      await this.#take(action);
      taken.push(action);
    }
    const [state, next] = [await this.#state(), this.#offers()];
    await this.#finish();
    const charges = await this.#charges();
    if (charges > 1) this.#problems.push(`charged ${charges} times`);
    const problems = this.#problems.map((problem) => `${taken.join(', ')}: ${problem}`);
    return { state, taken, next, problems, charges };
  }

  /** Nothing of an earlier walk is left: its orders hold nothing, and there is one piece of what is scarce. */
  async #begin(): Promise<void> {
    const { vehicle, other, extra } = this.#goods;
    const { basket } = this.#setting;
    const scarce = [basket === 'last vehicle' ? 1 : 9, basket.endsWith('last extra') ? 1 : 9];
    await this.#query(
      `update orders set status = 'cancelled', hold_until = null, stock_held = false where status = 'payment'`,
    );
    await this.#query(
      'update variants set stock = case uuid when $1 then $4::int when $2 then 9 else $5::int end where uuid in ($1, $2, $3)',
      [vehicle, other, extra, ...scarce],
    );
    await this.#query('update coupons set uses = 0 where code = $1', [LAST_COUPON]);
    for (const page of [this.#pages.A, this.#pages.C]) await inTab(page.tab, () => this.#choose(page.uid));
    if (this.#setting.second === 'another') await inTab(this.#pages.B.tab, () => this.#choose(this.#pages.B.uid));
  }

  /** What is chosen where a product's purchase is opened first. */
  #first(uid: string): Choice {
    const { vehicle, other, extra, otherProduct } = this.#goods;
    if (uid === otherProduct) return { ...emptyChoice(uid), variant: other };
    const { basket } = this.#setting;
    const upsells = basket.endsWith('last extra') ? [{ id: extra, quantity: 1 }] : [];
    const coupons = basket.endsWith('last coupon') ? [LAST_COUPON] : [];
    return { ...emptyChoice(uid), variant: vehicle, upsells, coupons };
  }

  async #choose(uid: string | null): Promise<void> {
    const { vehicle, extra } = this.#goods;
    const ids = [vehicle, extra];
    if (uid !== null) writeChoice(this.#first(uid));
    else this.#fillCart(await askCart({ cart: ids.map((id) => ({ id, quantity: 1 })) }));
  }

  #fillCart(calculation: CalcCart): void {
    writeCart(calculationOf(calculation));
  }

  #offers(): Action[] {
    const { A, B, C } = this.#pages;
    const screens = { A: A.screen.name, B: B.screen.name, C: C.screen.name };
    return offersOf(screens, this.#setting, { signedIn: A.tab.device.token !== null, seen: this.#seen });
  }

  async #take(action: Action): Promise<void> {
    const { A, B } = this.#pages;
    const [tab, ...rest] = action.split(' ');
    const page = this.#pages[tab as keyof Pages];
    switch (action) {
      case 'A orders, answer lost':
      case 'A orders, server down':
        A.tab.line = action.endsWith('lost') ? 'lost' : 'down';
        await this.#order(A);
        A.tab.line = 'good';
        return;
      case 'A clicks twice':
        await Promise.all([this.#order(A), this.#order(A)]);
        return;
      case 'A and B order at once':
        await Promise.all([this.#order(A), this.#order(B)]);
        return;
      case 'A retries':
        return this.#retry(A);
      case 'A is charged, unseen':
        await this.#card(A, CARDS.lateWebhook);
        return;
      case 'A is declined':
        await this.#card(A, CARDS.declined);
        return;
      case 'A is closed':
        A.tab = newTab('A', A.tab.device);
        A.screen = { name: 'closed' };
        return;
      case 'B signs out':
        await inTab(B.tab, async () => {
          for (const key of Object.values(BUYER_KEYS))
            for (const area of ['sessionStorage', 'localStorage'] as const) writeValue(key, null, area);
        });
        B.tab.device.token = null;
        B.screen = { name: 'closed' };
        return;
      case 'A signs in':
        A.tab.device.token = this.#token;
        return this.#open(A);
      case 'the hold ends':
        await this.#query(
          `update orders set hold_until = now() - interval '1 second' where status = 'payment' and remarks = $1`,
          [this.#name],
        );
        await endUnpaidOrders({ ...this.#app.deps, log: this.#app.app.log });
        return;
    }
    if (!page) throw new Error(action);
    if (rest[0] === 'opens') return this.#open(page);
    if (rest[0] === 'orders') return this.#order(page);
    if (rest[0] === 'pays') return this.#pays(page);
    return this.#abandonOrder(page);
  }

  /** A page that is loaded: nothing but the storages is left of the one before. */
  async #open(page: Page): Promise<void> {
    await inTab(page.tab, async () => {
      const known = readKnownOrder();
      if (known && known.uid === undefined) forgetKnownOrder(known.secret);
      const account = page.tab.device.token ? await this.#ofAccount(page.tab.device.token) : null;
      await this.#show(page, await purchase.findPurchaseState(page.uid, account));
    });
  }

  /** What the page's loader gives. */
  async #ofAccount(token: string): Promise<string | null> {
    const reply = await this.#app.call({
      method: 'POST',
      path: '/api/orders/get-open-order',
      headers: { authorization: `Bearer ${token}` },
      body: {},
    });
    return reply.json<{ order: { secret: string } | null }>().order?.secret ?? null;
  }

  async #show(page: Page, state: purchase.PurchaseState): Promise<void> {
    switch (state.name) {
      case 'paying':
        if (!state.page) throw new Error('an order is shown as one that is being cancelled');
        page.screen = { name: 'payment', secret: state.secret, page: new URL(state.page.url).pathname };
        return;
      case 'finished':
        return this.#see(page, state.secret);
      case 'bought':
        page.screen = { name: 'done' };
        return;
      case 'unanswered':
        page.screen = { name: 'unanswered', body: state.body };
        return;
      default:
        page.screen = await this.#steps(page);
    }
  }

  /** The success page. */
  async #see(page: Page, secret: string): Promise<void> {
    const order = await readOrder(secret);
    if (!purchase.isOver(order)) this.#problems.push(`the end of ${order.status} ${order.payment_status} was shown`);
    const uid = purchase.completePurchase(secret);
    if (uid === null) page.tab.device.storage.delete('cartItems');
    page.screen = { name: 'done' };
    this.#seen = true;
  }

  /** The steps, as the page goes through them: what the server has no more falls out of the choice. */
  async #steps(page: Page): Promise<Screen> {
    const choice = page.uid === null ? null : (readChoice(page.uid) ?? this.#first(page.uid));
    const kept = JSON.parse(page.tab.device.storage.get('cartItems') ?? '[]') as CalcCart['cart'];
    const cart =
      page.uid === null
        ? kept.map(({ id, quantity }) => ({ id, quantity }))
        : [...(choice?.variant ? [{ id: choice.variant, quantity: 1 }] : []), ...(choice?.upsells ?? [])];
    const given = (choice?.coupons ?? []).map((code) => ({ code }));
    const first = await askCart({ cart, coupons: given });
    const delivery = first.delivery_options.find(({ branches }) => branches.length > 0);
    if (first.errors.length > 0) await this.#isOwn(page, first.errors);
    if (page.uid === null) this.#fillCart(first);
    else if (choice)
      writeChoice({
        ...choice,
        upsells: choice.upsells.filter(({ id }) => first.cart.some((line) => line.id === id)),
        coupons: first.coupons.map(({ code }) => code),
      });
    const has = page.uid === null ? first.cart.length > 0 : first.cart.some(({ id }) => id === choice?.variant);
    if (!delivery || !has) return { name: 'sold out' };
    const lines = first.cart.map(({ id, quantity }) => ({ id, quantity }));
    const coupons = first.coupons.map(({ code }) => ({ code }));
    const { total_order_price } = await askCart({ cart: lines, coupons, delivery_type_id: delivery.id });
    return {
      name: 'steps',
      since: Date.now(),
      body: {
        cart: lines,
        coupons,
        delivery_type_id: delivery.id,
        branch_id: delivery.branches[0]?.id ?? null,
        customer: { first_name: 'דנה', last_name: 'לוי', phone: this.#phone, email: 'dana@example.com' },
        remarks: this.#name,
        terms_accepted: true,
        total_order_price,
      },
    };
  }

  /** What is missing must not be missing because an order holds it that this very shopper can be shown. */
  async #isOwn({ tab }: Page, errors: CalcCart['errors']): Promise<void> {
    const rows = await this.#query(
      `select customer_uid from orders where remarks = $1 and status = 'payment' and hold_until > now()`,
      [this.#name],
    );
    // A guest's order is its device's; the account's is everybody's who is signed in to it.
    const isC = tab.device === this.#pages.C.tab.device;
    const own = rows.filter(({ customer_uid }) => (customer_uid === null ? !isC : tab.device.token !== null));
    if (own.length > 0)
      this.#problems.push(`${tab.name} is told ${errors[0]?.error_code} of goods that its own order holds`);
  }

  async #order(page: Page): Promise<void> {
    const { screen } = page;
    if (screen.name !== 'steps') return;
    await inTab(page.tab, async () => {
      const { state, refused } = await purchase.order(screen.body, madeOf(page.uid), screen.since);
      // The new calculation is shown, and the shopper goes on from it.
      if (refused && refused.reply.error_code !== 'CART_CHANGED') this.#problems.push(refused.reply.error_code);
      await this.#show(page, state);
    });
  }

  async #retry(page: Page): Promise<void> {
    const { screen } = page;
    if (screen.name !== 'unanswered') return;
    if (!screen.body) return this.#open(page);
    const { body } = screen;
    await inTab(page.tab, async () => {
      const { state } = await purchase.resubmitOrder(body);
      await this.#show(page, state);
    });
  }

  async #abandonOrder(page: Page): Promise<void> {
    const { screen } = page;
    const secret = screen.name === 'payment' ? screen.secret : null;
    await inTab(page.tab, async () => this.#show(page, await purchase.abandonPurchase(secret, page.uid)));
  }

  /** The card at the gateway, on the page that stands in the frame, which may be one of a while ago. */
  async #card({ screen }: Page, number: string): Promise<void> {
    if (screen.name === 'payment') await pay(this.#app.port, screen.page, number);
  }

  async #pays(page: Page): Promise<void> {
    const { screen } = page;
    if (screen.name !== 'payment') return;
    await this.#card(page, CARDS.approved);
    await inTab(page.tab, async () => {
      // As the page asks when the frame is back: not what was answered a moment ago.
      const body = { secret: screen.secret, returned: true };
      const reply = await this.#app.call({ method: 'POST', path: '/api/orders/check-payment', body });
      if (reply.json<Order>().paid_at !== null) await this.#see(page, screen.secret);
      else await this.#show(page, await purchase.findPurchaseState(page.uid, null));
    });
  }

  /** From wherever the walk has led, the shopper gets what was wanted, once, in a few presses. */
  async #finish(): Promise<void> {
    const { A } = this.#pages;
    if (this.#setting.buyer === 'account' && !A.tab.device.token) A.tab.device.token = this.#token;
    for (let presses = 0; presses < 8; presses++) {
      if (this.#seen) return;
      if (A.screen.name === 'payment') await this.#pays(A);
      else if (A.screen.name === 'steps') await this.#order(A);
      else if (A.screen.name === 'unanswered') await this.#retry(A);
      else if (presses > 0 && A.screen.name === 'sold out') break;
      else await this.#open(A);
    }
    if (!this.#seen) this.#problems.push(`a dead end: ${A.screen.name}`);
  }

  /** What the gateway took and has not given back for one thing, whatever the shop knows of it. */
  async #charges(): Promise<number> {
    const [row] = await this.#query(
      `select coalesce(max(charges), 0) charges from (select count(*)::int charges from sandbox.transactions t join payments p on p.provider_ref = t.page_uid::text
         join orders o on o.uuid = p.order_uid join order_lines l on l.order_uid = o.uuid and l.position = 0
       where o.remarks = $1 and t.state in ('approved', 'held') and t.refunded_agorot = 0 group by l.variant_uid) each_thing`,
      [this.#name],
    );
    return Number(row?.charges);
  }

  /** What tells this moment from others. */
  async #state(): Promise<string> {
    const orders = await this.#query(
      `select o.status, o.payment_status, (select string_agg(t.state, ',') from sandbox.transactions t join payments p on p.provider_ref = t.page_uid::text
         where p.order_uid = o.uuid) charged from orders o where o.remarks = $1 order by o.created_at`,
      [this.#name],
    );
    const { vehicle, extra } = this.#goods;
    const left = await this.#query(
      `select (select stock from variants where uuid = $1) vehicle, (select stock from variants where uuid = $2) extra,
         (select uses from coupons where code = $3) uses`,
      [vehicle, extra, LAST_COUPON],
    );
    const tabs = Object.values(this.#pages).map(({ tab, screen }) => [
      screen.name,
      [...tab.storage.keys()].filter((key) => /attempt|order|done/.test(key)).sort(),
    ]);
    const { device } = this.#pages.A.tab;
    const kept = [...device.storage.keys()].filter((key) => /order|done/i.test(key)).sort();
    return JSON.stringify([orders, left, tabs, kept, device.token !== null]);
  }

  async #query(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
    return (await this.#app.connection.pool.query(text, values)).rows;
  }
}
