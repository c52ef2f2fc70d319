import { describe, expect, it } from 'vitest';
import { listingQuery, pageNumbers, readListing } from './listing.ts';

const read = (query: string) => readListing(new URLSearchParams(query));

describe('readListing', () => {
  it('takes what makes sense', () => {
    expect(read('page=3&sort=-price&view=list&search= barak &brand=raam')).toEqual({
      page: 3,
      sort: '-price',
      view: 'list',
      search: 'barak',
      brand: 'raam',
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
    ]) {
      expect(read(query), query).toEqual({ page: 1, sort: 'recommended', view: null, search: '', brand: '' });
    }
    expect(read('page=1000000000').page).toBe(100_000);
    expect(read(`search=${'a'.repeat(500)}`).search).toHaveLength(200);
  });

  it('is what listingQuery says', () => {
    const listing = { page: 2, sort: 'name', view: 'list', search: 'קסדה & כפפות', brand: 'kipod' } as const;
    expect(read(listingQuery(listing))).toEqual(listing);
    expect(listingQuery(read(''))).toBe('');
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
