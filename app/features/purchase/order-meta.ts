/**
 * Head of an order's pages. Their address holds the secret, so it goes neither to search engines nor to other sites.
 * Apart from the loader's part, which must not reach the browser.
 */
export const orderMeta = ({ loaderData }: { loaderData?: { title: string } }) => [
  { title: loaderData?.title },
  { name: 'robots', content: 'noindex, nofollow' },
  { name: 'referrer', content: 'no-referrer' },
];

export const orderHeaders = ({ loaderHeaders }: { loaderHeaders: Headers }): Headers => loaderHeaders;
