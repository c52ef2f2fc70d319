import { changedChoices, chosenBy } from './changed-choices.ts';

/** Configurations have no more, and the form's call takes none beyond. */
const MAX_CHOICES = 200;

/**
 * The page of the inquiry form, as a product's page leads to it in stores without the banner. It takes along what the
 * banner's form would: the product, what was put together of it, and the financing that was kept.
 */
export function inquiryPath({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const parameters = new URLSearchParams(search);
  const query = new URLSearchParams({ product: decodeURIComponent(pathname.split('/')[2] ?? '') });
  const changed = changedChoices();
  const choices = changed && chosenBy(changed.search) === chosenBy(search) ? changed.choices : null;
  for (const choice of choices ?? []) query.append('choices', choice);
  for (const key of choices ? ['quote'] : ['config', 'quote']) {
    const value = parameters.get(key);
    if (value) query.set(key, value);
  }
  return `/contact?${query}`;
}

/** What such an address says besides the product. */
export function choicesIn(search: URLSearchParams): string[] | undefined {
  const choices = search.getAll('choices').slice(0, MAX_CHOICES);
  return choices.length > 0 ? choices : undefined;
}
