import type { ProductPreview } from '#contract/catalogue/products.ts';
import type { CartItem } from '#contract/checkout/cart-pricing.ts';
import { productPath } from '#domain/text/links.ts';
import { SECRET_PAGES } from '#domain/text/secret-pages.ts';
import type { ShopEvents } from '~/track.ts';
import { changes, type Item, lineItem, listedItem, productItem, sumOf } from './items.ts';
import { firstTime, forgetSteps } from './once.ts';

/** Events sent as they come; cart and page need previous state. */
export type PageEvents = Omit<ShopEvents, 'cart' | 'kept' | 'failure'>;

type Push = (entry: Record<string, unknown>) => void;
type Entry = { event: string } & Record<string, unknown>;

const currency = 'ILS';
const shop = (event: string, items: Item[], value = sumOf(items), more = {}): Entry => ({
  event,
  ...more,
  ecommerce: { currency, value, items },
});

/** Paths whose second part or token is a secret; the query parameters that may be reported. */
const SECRET = new RegExp(`^/(?:${SECRET_PAGES})/.|token(?:=|%3D)`, 'i');
const REPORTED_PARAMETERS = /^(?:utm_\w+|gclid|gbraid|wbraid|page|category)$/;

export const isSecret = ({ pathname, search }: { pathname: string; search: string }): boolean =>
  SECRET.test(pathname + search);

/** A URL without secrets, codes and search words. */
function plainAddress({ origin, pathname, search }: Location): { path: string; location: string } {
  const query = new URLSearchParams(
    [...new URLSearchParams(search)].filter(([name]) => REPORTED_PARAMETERS.test(name)),
  );
  return { path: pathname, location: `${origin}${pathname}${query.size > 0 ? `?${query}` : ''}` };
}

/**
 * Converts events to GA4's form, each exactly once: what a page shows once per page view (however often it renders),
 * a step of a purchase once per tab, an order once forever.
 */
export function createGa4Sender(push: Push) {
  /** Of the current page. */
  let pushedOnPage = new Set<string>();
  let lists: ShopEvents['list'][] = [];
  /** React's strict mode renders twice: both calls come in one task. */
  const doing = new Set<string>();

  function pushOnce(entry: Entry, memory: Set<string>): void {
    const key = JSON.stringify(entry);
    if (memory.has(key)) return;
    memory.add(key);
    push(entry);
  }
  function done(entry: Entry): void {
    pushOnce(entry, doing);
    setTimeout(() => doing.clear());
  }

  const senders: { [Name in keyof PageEvents]: (what: PageEvents[Name]) => void } = {
    list({ name, products }) {
      if (products.length === 0) return;
      const list = { name: listName(name), products };
      lists = [...lists.filter(({ name }) => name !== list.name), list];
      const items = list.products.map((product, index) => listedItem(product, list.name, index));
      pushOnce({ event: 'view_item_list', ecommerce: { currency, item_list_name: list.name, items } }, pushedOnPage);
    },
    product: (product) => pushOnce(shop('view_item', [productItem(product)]), pushedOnPage),
    'cart-shown': ({ items, value }) =>
      done(
        shop(
          'view_cart',
          items.map((item) => lineItem(item)),
          value,
        ),
      ),
    checkout({ key, items, value }) {
      if (firstTime(`begin_checkout/${key}`, false))
        push(
          shop(
            'begin_checkout',
            items.map((item) => lineItem(item)),
            value,
          ),
        );
    },
    payment({ key, items, value, method }) {
      if (!firstTime(`add_payment_info/${key}/${method}`, false)) return;
      push(
        shop(
          'add_payment_info',
          items.map((item) => lineItem(item)),
          value,
          { payment_type: method },
        ),
      );
    },
    order(order) {
      if (!firstTime(`purchase/${order.number}`, true)) return;
      forgetSteps();
      const items = order.lines.map((line) => lineItem(line));
      push({
        event: 'purchase',
        ecommerce: {
          transaction_id: order.number,
          currency,
          value: order.total_order_price,
          shipping: order.delivery.final_price,
          payment_type: order.wallet ?? order.payment_method,
          items,
        },
      });
    },
    lead: ({ source, type, product }) =>
      done({ event: 'generate_lead', currency, lead_source: source, lead_type: type, ...(product && { product }) }),
    search: ({ term, results }) => pushOnce({ event: 'search', search_term: masked(term), results }, pushedOnPage),
    media: ({ kind, name }) => done({ event: 'media_click', media_type: kind, media_name: name }),
  };

  return {
    send: <Name extends keyof PageEvents>(name: Name, data: PageEvents[Name]): void => senders[name](data),
    cart(before: CartItem[], after: CartItem[]): void {
      const { added, removed } = changes(before, after);
      if (added.length > 0) push(shop('add_to_cart', added));
      if (removed.length > 0) push(shop('remove_from_cart', removed));
    },
    /** A page view. Status 404: neither a page nor a redirect matches. */
    page(status: number): void {
      pushedOnPage = new Set();
      lists = [];
      const { path, location } = plainAddress(window.location);
      push({
        event: 'page_view',
        page_path: path,
        page_location: location,
        page_title: document.title,
        ...(status !== 200 && { page_status: status }),
      });
    },
    /** A product was selected from a visible list. */
    select(path: string, shownIn: string | undefined): void {
      const list = shownIn && listName(shownIn);
      const isIt = ({ slug }: ProductPreview): boolean => productPath(slug.name) === path;
      const from = lists.findLast(({ name, products }) => (list ? name === list : products.some(isIt)));
      const index = from?.products.findIndex(isIt) ?? -1;
      const product = from?.products[index];
      if (!from || !product) return;
      const items = [listedItem(product, from.name, index)];
      push({ event: 'select_item', ecommerce: { currency, item_list_name: from.name, items } });
    },
  };
}

/** Search results are reported as a search, not as a category. */
const listName = (name: string): string =>
  new URLSearchParams(window.location.search).has('search') ? 'תוצאות חיפוש' : name;

/** People also type phones and e-mails into search fields. */
const masked = (term: string): string => term.replace(/\S+@\S+|\+?\d[\d\s-]{5,}\d/g, '…').slice(0, 100);
