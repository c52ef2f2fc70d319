// Starting, memory, and what pages and main calls cost, each beside a bare node:http server that sends 2 kB, in the
// same run.

import type { Product } from '#contract/catalogue/products.ts';
import type { PostPreview } from '#contract/content/blogs.ts';
import { once, type Target } from './_load.ts';
import { bench } from './_measure.ts';
import { serve } from './_site.ts';

/** Of a page that the server has kept, as a browser gets it. */
const KEPT_AIM = 0.5;
const PRODUCT = 'raam-barak-500';

await bench(async ({ dataDir, measure }) => {
  const cold = await serve(dataDir);
  await cold.stop();
  const site = await serve(dataDir);
  console.log(`cold start, demo stores loaded   ${(cold.startedMs / 1_000).toFixed(1)} s`);
  console.log(`warm start                       ${(site.startedMs / 1_000).toFixed(1)} s`);
  console.log(`memory idle                      ${(await site.memoryMb()).now.toFixed(0)} MB`);

  const at = (where: Target['path']): Target => ({ port: site.port, host: `raam.localhost:${site.port}`, path: where });
  const get = async <T>(where: string): Promise<T> => JSON.parse(await once(at(where))) as T;
  const product = await get<Product>(`/api/products/get-product/${PRODUCT}`);
  const { items: posts } = await get<{ items: PostPreview[] }>('/api/blogs/get-posts');
  const pages: [string, string, number?][] = [
    ['home page', '/'],
    ['category page', '/category/motorbikes', KEPT_AIM],
    ['product page', `/product/${PRODUCT}`],
    ['post', `/blog/${encodeURIComponent(posts[0]?.slug.name ?? '')}`],
  ];
  const brotli = () => ({ 'accept-encoding': 'br' });
  for (const [what, path, aim] of pages) await measure(site, `${what}, kept`, { ...at(path), headers: brotli }, aim);
  for (const [what, path] of pages)
    await measure(
      site,
      `${what}, made anew`,
      at((number) => `${path}?n=${number}`),
    );

  const variants = product.variants.filter(({ available }) => available);
  const cart = variants.slice(0, 3).map(({ id }) => ({ id, quantity: 1 }));
  const calls: [string, Target][] = [
    ['layout', at('/api/caching/get-vehicles-default-layout-cache')],
    ['get-product', at(`/api/products/get-product/${PRODUCT}`)],
    ['get-products, sorted by price', at('/api/products/get-products?collection=motorbikes&sort=price')],
    ['get-collection-filters', at('/api/collections/get-collection-filters?collection=motorbikes')],
    ['search-suggestions', at(`/api/products/search-suggestions?search=${encodeURIComponent('ברק')}`)],
    ['get-configurator', at(`/api/variants/get-configurator?product=${PRODUCT}`)],
    ['get-posts', at('/api/blogs/get-posts')],
    ['calc-cart, 3 lines', { ...at('/api/sales/calc-cart'), method: 'POST', body: { cart } }],
  ];
  for (const [what, target] of calls) await measure(site, what, target);
  const { now, peak } = await site.memoryMb();
  console.log(`memory under load                ${peak.toFixed(0)} MB, afterwards ${now.toFixed(0)} MB`);
  await site.stop();
});
