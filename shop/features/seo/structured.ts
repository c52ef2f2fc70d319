import type { Product } from '#contract/catalogue/products.ts';
import type { Post } from '#contract/content/blogs.ts';
import { mediaPath } from '#domain/catalogue/media-path.ts';
import { decodeEntities } from '#domain/text/entities.ts';
import type { Store } from '#server/context.ts';

/** Structured data (schema.org). Called in loaders only, so that none of it reaches the browser as code. */

const originOf = (store: Store): string => (store.publicDomain ? `https://${store.publicDomain}` : '');
const file = (store: Store, media: string | null | undefined): string | undefined =>
  media ? `${originOf(store)}${mediaPath(media)}` : undefined;
const picture = (store: Store, media: string): string => `${originOf(store)}${mediaPath(media)}/share.jpg`;

/** A store without a public domain has no stable URLs, so it has no structured data. */
const saying = (store: Store, ...data: object[]): object[] => (store.publicDomain ? data : []);

/** Contact values of the footer. */
type Reach = { customer_service_phone?: string; facebook_url?: string; instegram_url?: string; youtube_url?: string };

export const homeData = (store: Store, reach: Reach): object[] =>
  saying(
    store,
    {
      '@type': 'Organization',
      '@id': `${originOf(store)}/#organization`,
      name: store.name,
      alternateName: store.nameEn,
      description: store.seoDescription,
      url: `${originOf(store)}/`,
      ...sameAs(reach),
      logo: store.favicon ? `${originOf(store)}/icons/512.png` : file(store, store.logo),
      ...((store.email || reach.customer_service_phone) && {
        contactPoint: {
          '@type': 'ContactPoint',
          contactType: 'customer service',
          ...(store.email && { email: store.email }),
          ...(reach.customer_service_phone && { telephone: reach.customer_service_phone }),
          areaServed: 'IL',
          availableLanguage: 'he',
        },
      }),
      // Days by law (docs/rules/cancellation.md); the page has the details.
      hasMerchantReturnPolicy: {
        '@type': 'MerchantReturnPolicy',
        applicableCountry: 'IL',
        returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
        merchantReturnDays: 14,
        merchantReturnLink: `${originOf(store)}/page/cancellation-policy`,
      },
    },
    {
      '@type': 'WebSite',
      name: store.name,
      alternateName: store.nameEn,
      url: `${originOf(store)}/`,
      inLanguage: 'he',
      publisher: { '@id': `${originOf(store)}/#organization` },
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${originOf(store)}/category?search={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    },
  );

function sameAs({ facebook_url, instegram_url, youtube_url }: Reach): object {
  const pages = [facebook_url, instegram_url, youtube_url].filter((one) => one?.startsWith('https://'));
  return pages.length > 0 ? { sameAs: pages } : {};
}

/** Breadcrumbs from the home page; the last is the page itself. */
export const breadcrumbData = (store: Store, crumbs: { name: string; path: string }[]): object[] =>
  saying(store, {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'דף הבית', path: '/' }, ...crumbs].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${originOf(store)}${path}`,
    })),
  });

export const faqData = (store: Store, faqs: { question: string; answer: string }[]): object[] =>
  faqs.length === 0
    ? []
    : saying(store, {
        '@type': 'FAQPage',
        mainEntity: faqs.map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer },
        })),
      });

/** Questions and answers of an FAQ page: each `h3` and its content up to the next heading. */
export function faqsOf(html: string): { question: string; answer: string }[] {
  const plain = (text: string): string =>
    decodeEntities(text.replace(/<[^>]*>/g, ' '))
      .replace(/\s+/g, ' ')
      .trim();
  return [...html.matchAll(/<h3>(.*?)<\/h3>(.*?)(?=<h[23]>|$)/gs)]
    .map(([, question = '', answer = '']) => ({ question: plain(question), answer: answer.trim() }))
    .filter(({ question, answer }) => question.endsWith('?') && answer !== '');
}

const availability: Record<Product['stock_policy'], string> = {
  IN_STOCK: 'InStock',
  PRE_ORDER: 'PreOrder',
  ON_REQUEST: 'BackOrder',
  OUT_OF_STOCK: 'OutOfStock',
};

const kindOf = ({ kind, licence_class }: Product): string | string[] => {
  if (kind !== 'VEHICLE') return 'Product';
  return ['Product', ['A', 'A1', 'A2'].includes(licence_class ?? '') ? 'Motorcycle' : 'Vehicle'];
};

/** A product with its price: one offer, or from–to where variants differ. */
export function productData(store: Store, product: Product, url: string): object[] {
  const prices = [product, ...product.variants].flatMap(({ price }) => price ?? []);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  // An on-request product can't be put in the cart, but isn't sold out.
  const isOrderable = product.available || product.stock_policy === 'ON_REQUEST';
  const state = isOrderable ? availability[product.stock_policy] : 'OutOfStock';
  const shared = { priceCurrency: 'ILS', availability: `https://schema.org/${state}`, url };
  const offer =
    low === high
      ? { '@type': 'Offer', price: low.toFixed(2), itemCondition: 'https://schema.org/NewCondition', ...shared }
      : {
          '@type': 'AggregateOffer',
          lowPrice: low.toFixed(2),
          highPrice: high.toFixed(2),
          offerCount: product.variants.length,
          ...shared,
        };
  const images = [product.main_image, ...product.product_images].flatMap((image) => image?.image_url ?? []);
  return saying(store, {
    '@type': kindOf(product),
    name: product.name,
    description: product.seo.description,
    image: [...new Set(images)].slice(0, 6).map((media) => picture(store, media)),
    url,
    sku: product.variants[0]?.sku,
    ...(product.brand && { brand: { '@type': 'Brand', name: product.brand.name_en } }),
    ...(product.kind === 'VEHICLE' && product.year && { vehicleModelDate: String(product.year) }),
    ...(product.kind === 'VEHICLE' && { itemCondition: 'https://schema.org/NewCondition' }),
    // An offer requires a price.
    ...(prices.length > 0 && { offers: { ...offer, seller: { '@type': 'Organization', name: store.name } } }),
  });
}

export const postData = (store: Store, post: Omit<Post, 'body'>): object[] =>
  saying(store, {
    '@type': 'BlogPosting',
    headline: post.title,
    description: post.description,
    ...(post.image && { image: [picture(store, post.image.image_url)] }),
    datePublished: post.published_at,
    dateModified: post.updated_at,
    inLanguage: 'he',
    keywords: post.tags.join(', '),
    articleSection: post.category.name,
    mainEntityOfPage: `${originOf(store)}/blog/${encodeURIComponent(post.slug.name)}`,
    author: { '@type': 'Person', name: post.author },
    publisher: {
      '@type': 'Organization',
      name: store.name,
      logo: { '@type': 'ImageObject', url: `${originOf(store)}/icons/512.png` },
    },
  });
