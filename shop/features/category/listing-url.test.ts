import { describe, expect, it } from 'vitest';
import { toggled, withFilter } from './filters/change.ts';
import { listingQuery, pageNumbers, readListing } from './listing-url.ts';

const read = (query: string) => readListing(new URLSearchParams(query));

describe('readListing', () => {
  it('takes what makes sense', () => {
    expect(
      read('page=3&sort=-price&view=list&search= barak &brand=raam&color=a&color=b&meta.fuel=x&price_max=5'),
    ).toEqual({
      page: 3,
      sort: '-price',
      view: 'list',
      search: 'barak',
      filters: { brand: 'raam', color: 'a,b', 'meta.fuel': 'x', price_max: '5' },
    });
  });

  it('falls back where it does not', () => {
    for (const query of [
      '',
      'page=0',
      'page=-1',
      'page=1.5',
      'page=x',
      'page=NaN',
      'sort=abc',
      'view=table',
      'search=%00',
      'price_min=abc',
      'price_max=-5',
      'months=36&down_percent=20',
      'meta.__proto__=1',
      'color=',
      'utm_source=x',
    ]) {
      expect(read(query), query).toEqual({ page: 1, sort: 'recommended', view: null, search: '', filters: {} });
    }
    expect(read('page=1000000000').page).toBe(100_000);
    expect(read(`search=${'a'.repeat(500)}`).search).toHaveLength(200);
  });

  it('is what listingQuery says', () => {
    const filters = { color: 'אדום,שחור%2C מט', 'meta.engine_cc': '-125,1000-', price_min: '5000' };
    const listing = { page: 2, sort: 'name', view: 'list', search: 'קסדה & כפפות', filters } as const;
    expect(read(listingQuery(listing))).toEqual(listing);
    expect(listingQuery(read(''))).toBe('');
  });
});

describe('filters', () => {
  it('puts a value in and takes it out, whatever is in it', () => {
    const one = toggled({}, 'color', 'שחור, מט');
    const two = toggled(one, 'color', '100%2C');
    expect(read(listingQuery({ filters: two })).filters).toEqual(two);
    expect(toggled(two, 'color', '100%2C')).toEqual(one);
    expect(toggled(one, 'color', 'שחור, מט')).toEqual({});
  });

  it('takes a filter out with an empty value', () => {
    expect(withFilter({ price_min: '5', brand: 'a' }, 'price_min', '')).toEqual({ brand: 'a' });
  });
});

describe('pageNumbers', () => {
  it('names the ends, the present page and its neighbours', () => {
    expect(pageNumbers(1, 3)).toEqual([1, 2, 3]);
    expect(pageNumbers(1, 9)).toEqual([1, 2, null, 9]);
    expect(pageNumbers(5, 9)).toEqual([1, null, 4, 5, 6, null, 9]);
    expect(pageNumbers(4, 9)).toEqual([1, 2, 3, 4, 5, null, 9]);
    expect(pageNumbers(9, 9)).toEqual([1, null, 8, 9]);
  });
});
