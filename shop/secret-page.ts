/** The URL holds the secret, so it goes neither to search engines nor to other sites. */
export const secretMeta = ({ loaderData }: { loaderData?: { title: string } }) => [
  { title: loaderData?.title },
  { name: 'robots', content: 'noindex, nofollow' },
  { name: 'referrer', content: 'no-referrer' },
];

export const secretHeaders = ({ loaderHeaders }: { loaderHeaders: Headers }): Headers => loaderHeaders;
