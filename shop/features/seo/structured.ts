// Structured data (schema.org). Called in loaders only, so that none of it reaches the browser as code.
import type { Product } from '#contract/catalogue/products.ts';
import type { Post } from '#contract/content/blogs.ts';
import type { Review } from '#contract/leads/reviews.ts';
import { mediaPath } from '#domain/catalogue/media-path.ts';
import { CANCELLATION_DAYS } from '#domain/orders/cancellation.ts';
import type { Store } from '#server/context.ts';

const originOf = (store: Store): string => (store.publicDomain ? `https://${store.publicDomain}` : '');
const file = (store: Store, media: string | null | undefined): string | undefined =>
  media ? `${originOf(store)}${mediaPath(media)}` : undefined;
const picture = (store: Store, media: string): string => `${originOf(store)}${mediaPath(media)}/plain.jpg`;

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
      hasMerchantReturnPolicy: returnPolicy(store),
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

const availability: Record<Product['stock_policy'], string> = {
  IN_STOCK: 'InStock',
  PRE_ORDER: 'PreOrder',
  ON_REQUEST: 'BackOrder',
  OUT_OF_STOCK: 'OutOfStock',
};

const kindOf = ({ kind, licence_class }: Product): string[] => {
  if (kind !== 'VEHICLE') return ['Product'];
  return ['Product', ['A', 'A1', 'A2'].includes(licence_class ?? '') ? 'Motorcycle' : 'Vehicle'];
};

/** By law (docs/rules/cancellation.md); the page has the details. */
const returnPolicy = (store: Store) => ({
  '@type': 'MerchantReturnPolicy',
  applicableCountry: 'IL',
  returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
  merchantReturnDays: CANCELLATION_DAYS,
  returnMethod: 'https://schema.org/ReturnInStore',
  returnFees: 'https://schema.org/ReturnFeesCustomerResponsibility',
  merchantReturnLink: `${originOf(store)}/page/cancellation-policy`,
});

/** A way to have a piece sent, in shekels. */
type Shipping = { price: number };
type Told = { reviews: Review[]; shipping: Map<string, Shipping[]> };

/**
 * A product that comes in one form, or a group with each of its variants: Google shows the price of what was asked for.
 * `shipping`: by variant.
 */
export function productData(store: Store, product: Product, { reviews, shipping }: Told, url: string): object[] {
  const { variants, rating } = product;
  // Without offers and reviews it is no product to search engines, but a fault.
  if (!rating && [product, ...variants].every(({ price }) => price === null)) return [];
  const images = [product.main_image, ...product.product_images];
  const shared = {
    name: product.name,
    description: product.seo.description,
    image: picturesOf(store, images),
    url,
    ...(product.brand && { brand: { '@type': 'Brand', name: product.brand.name_en } }),
    ...vehicleData(product),
    ...reviewData(product, reviews),
  };
  const [only] = variants;
  if (!only || variants.length === 1)
    return saying(store, {
      '@type': kindOf(product),
      ...shared,
      sku: only?.sku,
      ...offerData(store, product, only ?? product, { url, shipping: (only && shipping.get(only.id)) ?? [] }),
    });
  return saying(store, {
    '@type': ['ProductGroup', ...kindOf(product)],
    ...shared,
    productGroupID: product.id,
    variesBy: [...new Set(variants.flatMap(({ types }) => types.map(({ type }) => variesBy[type] ?? type)))],
    hasVariant: variants.map((variant) => {
      const address = `${url}?variant=${encodeURIComponent(variant.sku)}`;
      return {
        '@type': 'Product',
        name: [product.name, ...variant.types.map(({ value_name }) => value_name)].join(' '),
        sku: variant.sku,
        url: address,
        image: picturesOf(store, variant.product_images.length > 0 ? variant.product_images : images),
        ...Object.fromEntries(
          variant.types.flatMap(({ type, value_name }) => (type in propertyOf ? [[propertyOf[type], value_name]] : [])),
        ),
        ...offerData(store, product, variant, { url: address, shipping: shipping.get(variant.id) ?? [] }),
      };
    }),
  });
}

/** Only what buyers wrote and the page shows; nothing where there is nothing yet. */
const reviewData = ({ rating }: Product, reviews: Review[]): object =>
  rating
    ? {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: rating.average,
          reviewCount: rating.count,
          bestRating: 5,
          worstRating: 1,
        },
        review: reviews.map((review) => ({
          '@type': 'Review',
          author: { '@type': 'Person', name: review.author },
          datePublished: review.date,
          reviewBody: review.text,
          reviewRating: { '@type': 'Rating', ratingValue: review.rating, bestRating: 5, worstRating: 1 },
        })),
      }
    : {};

const propertyOf: Record<string, string> = { COLOR: 'color', SIZE: 'size' };
const variesBy: Record<string, string> = { COLOR: 'https://schema.org/color', SIZE: 'https://schema.org/size' };

const picturesOf = (store: Store, images: ({ image_url: string } | null)[]): string[] =>
  [...new Set(images.flatMap((image) => image?.image_url ?? []))].slice(0, 6).map((media) => picture(store, media));

/** An offer requires a price. */
function offerData(
  store: Store,
  product: Product,
  { price, available }: { price: number | null; available: boolean },
  { url, shipping }: { url: string; shipping: Shipping[] },
): object {
  if (price === null) return {};
  // An on-request product can't be put in the cart, but isn't sold out.
  const isOrderable = available || product.stock_policy === 'ON_REQUEST';
  return {
    offers: {
      '@type': 'Offer',
      price: price.toFixed(2),
      priceCurrency: 'ILS',
      availability: `https://schema.org/${isOrderable ? availability[product.stock_policy] : 'OutOfStock'}`,
      itemCondition: 'https://schema.org/NewCondition',
      url,
      hasMerchantReturnPolicy: returnPolicy(store),
      ...(shipping.length > 0 && { shippingDetails: shipping.map(shippingData) }),
      seller: { '@type': 'Organization', name: store.name },
    },
  };
}

/** Its duration is a free text of the store's, so that no time is stated. */
const shippingData = ({ price }: Shipping) => ({
  '@type': 'OfferShippingDetails',
  shippingRate: { '@type': 'MonetaryAmount', value: price.toFixed(2), currency: 'ILS' },
  shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'IL' },
});

/** What is known of a vehicle in schema.org's words; units are of UN/CEFACT: CMQ is cm³, BHP horsepower. */
function vehicleData({ kind, year, meta }: Product): object {
  if (kind !== 'VEHICLE') return {};
  const metaOf = (key: string) => meta.find((one) => one.key === key)?.value;
  const quantity = (value: string | undefined, unitCode: string) =>
    value && Number(value) > 0 ? { '@type': 'QuantitativeValue', value: Number(value), unitCode } : null;
  const displacement = quantity(metaOf('engine_cc'), 'CMQ');
  const power = quantity(metaOf('power_hp'), 'BHP');
  const fuel = metaOf('fuel');
  const seats = metaOf('seats');
  return {
    itemCondition: 'https://schema.org/NewCondition',
    ...(year && { vehicleModelDate: String(year) }),
    ...((displacement || power) && {
      vehicleEngine: {
        '@type': 'EngineSpecification',
        ...(displacement && { engineDisplacement: displacement }),
        ...(power && { enginePower: power }),
      },
    }),
    ...(fuel && { fuelType: fuel }),
    ...(seats && { seatingCapacity: seats }),
  };
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
