import { data } from 'react-router';

/** A loader's reply that no cache keeps; the page exports `headers = loaderHeadersOf`. */
export const uncached = <T>(value: T) => data(value, { headers: { 'cache-control': 'private, no-store' } });

export const loaderHeadersOf = ({ loaderHeaders }: { loaderHeaders: Headers }): Headers => loaderHeaders;

/** Of a page whose address holds a secret, which goes neither to search engines nor to other sites. */
export const secretMeta = ({ loaderData }: { loaderData?: { title: string } | undefined }) => [
  { title: loaderData?.title },
  { name: 'robots', content: 'noindex, nofollow' },
  { name: 'referrer', content: 'no-referrer' },
];
