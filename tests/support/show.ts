import type { Page } from '@playwright/test';
import type { Product } from '#contract/catalogue/products.ts';
import type { Site } from './site.ts';
import { query } from './site-rows.ts';

/** A store's screens are shown to one visitor: a customer with an order, a favourite and something in the cart. */
export type Visitor = {
  site: Site;
  store: string;
  product: Product;
  category: string;
  /** Others of its kind, to compare it with. */
  others: string[];
  /** Of the store's vehicles: one that can be configured, one that turns round, and one that is waited for. */
  configurable: string;
  turning: string;
  awaited: string;
  /** Of the parts catalogue. */
  model: string;
  assembly: string;
  post: string;
  order: string;
  /** The same order: what its links are made of. */
  placed: { uuid: string; number: string };
  payment: string;
  token: string;
};

export type Show = (page: Page, visitor: Visitor) => Promise<unknown>;
type Path = string | ((visitor: Visitor) => string);

export function at(path: Path): Show {
  return async (page, visitor) => {
    // After a screen for customers only.
    await page.context().clearCookies();
    return page.goto(visitor.site.origin(visitor.store) + (typeof path === 'string' ? path : path(visitor)));
  };
}

/** The scripts of a page are there when its buttons answer. */
export async function openBy(page: Page, button: ReturnType<Page['getByRole']>): Promise<void> {
  await page.waitForLoadState('networkidle');
  await button.click();
  await page.getByRole('dialog').waitFor();
}

export function signedIn(path: Path): Show {
  return async (page, visitor) => {
    const url = visitor.site.origin(visitor.store);
    await page.context().addCookies([
      { url, name: 'auth._token.local', value: visitor.token, httpOnly: true },
      { url, name: 'auth.signed_in', value: '1' },
    ]);
    await page.goto(url + (typeof path === 'string' ? path : path(visitor)));
  };
}

/** From one address only so many forms are taken in an hour. */
export const forgetAddress = ({ site }: Visitor) => query(site, 'delete from limit_hits');
