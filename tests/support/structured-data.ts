/**
 * What Google's documentation asks of each kind of structured data
 * (developers.google.com/search/docs/appearance/structured-data, written down by hand in November 2026): `must` or
 * there is no rich result, `should` for a better one. Of what is recommended only that which a shop like this one
 * knows; it has no reviews, no authors' pages and no codes of the GTIN kind.
 */
type Wanted = { must: string[]; should?: string[] };

const kinds: Record<string, Wanted> = {
  Organization: {
    must: ['name', 'url', 'logo'],
    should: [
      'description',
      'alternateName',
      'contactPoint.contactType',
      'contactPoint.email',
      'hasMerchantReturnPolicy',
    ],
  },
  MerchantReturnPolicy: {
    must: ['applicableCountry', 'returnPolicyCategory', 'merchantReturnDays'],
    should: ['merchantReturnLink', 'returnMethod', 'returnFees'],
  },
  WebSite: { must: ['name', 'url'], should: ['alternateName', 'potentialAction.query-input'] },
  BreadcrumbList: { must: ['itemListElement'] },
  ListItem: { must: ['position', 'name', 'item'] },
  // Of one that is a group, each variant has the offer.
  Product: { must: ['name', 'image'], should: ['url'] },
  ProductGroup: {
    must: ['name', 'productGroupID', 'variesBy', 'hasVariant'],
    should: ['description', 'brand.name', 'url'],
  },
  Offer: {
    must: ['price', 'priceCurrency'],
    should: ['availability', 'itemCondition', 'url', 'seller.name', 'hasMerchantReturnPolicy'],
  },
  OfferShippingDetails: { must: ['shippingDestination.addressCountry', 'shippingRate.value', 'shippingRate.currency'] },
  AggregateRating: { must: ['ratingValue', 'reviewCount'], should: ['bestRating'] },
  Review: { must: ['author.name', 'reviewRating.ratingValue'], should: ['datePublished'] },
  Rating: { must: ['ratingValue'], should: ['bestRating', 'worstRating'] },
  Motorcycle: { must: ['name'], should: ['itemCondition', 'vehicleModelDate', 'vehicleEngine', 'fuelType'] },
  Vehicle: { must: ['name'], should: ['itemCondition', 'vehicleModelDate'] },
  EngineSpecification: { must: [], should: ['enginePower'] },
  QuantitativeValue: { must: ['value', 'unitCode'] },
  Brand: { must: ['name'] },
  FAQPage: { must: ['mainEntity'] },
  Question: { must: ['name', 'acceptedAnswer.text'] },
  BlogPosting: {
    must: ['headline', 'image'],
    should: [
      'datePublished',
      'dateModified',
      'author.name',
      'publisher.name',
      'publisher.logo.url',
      'mainEntityOfPage',
    ],
  },
};

/** What a page of this kind has to say. */
const ofPath: [RegExp, string[]][] = [
  [/^\/$/, ['Organization', 'WebSite']],
  [/^\/product\//, ['Product', 'BreadcrumbList']],
  [/^\/category\/./, ['BreadcrumbList']],
  [/^\/blog\/./, ['BlogPosting', 'BreadcrumbList']],
  [/^\/blog$/, ['BreadcrumbList']],
  [/^\/page\/faq$/, ['FAQPage', 'BreadcrumbList']],
  [/^\/page\//, ['BreadcrumbList']],
];

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const typesOf = (node: Node): string[] => [node['@type']].flat().filter((type) => typeof type === 'string');

function valueAt(node: Node, path: string): unknown {
  let value: unknown = node;
  for (const name of path.split('.')) value = isNode(value) ? value[name] : undefined;
  return value;
}
const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const isAddressName = (name: string): boolean => /^(?:url|logo|item|image|sameAs)$/.test(name);
const forms: [(name: string) => boolean, RegExp, string][] = [
  [isAddressName, /^https:\/\//, 'is no address'],
  [(name) => name.startsWith('date'), /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/, 'is no date with a time zone'],
  [(name) => /^(?:price|lowPrice|highPrice)$/.test(name), /^\d+\.\d\d$/, 'is no price'],
];

/** Of one object: what it lacks, and what is written otherwise than it has to be. */
function faultsOfNode(node: Node, where: string): string[] {
  const lacking = typesOf(node).flatMap((type) => {
    // Whoever sells or publishes is named; what more there is to say of it stands on the home page.
    const within = type === 'Organization' && where.includes('.');
    const { must = [], should = [] } = (within ? { must: ['name'] } : kinds[type]) ?? {};
    const missing = [...must, ...should].filter((name) => isEmpty(valueAt(node, name)));
    return missing.map((name) => `${where} ${type}: no ${name}`);
  });
  const misshapen = Object.entries(node).flatMap(([name, value]) => {
    const texts = [value].flat().filter((one) => typeof one === 'string');
    return forms.flatMap(([applies, form, what]) =>
      applies(name) ? texts.filter((one) => !form.test(one)).map((one) => `${where}.${name}: ${one} ${what}`) : [],
    );
  });
  return [...lacking, ...misshapen];
}

/** The object and all that lie within it. */
function nodesOf(value: unknown, where: string): [Node, string][] {
  if (Array.isArray(value)) return value.flatMap((one, index) => nodesOf(one, `${where}[${index}]`));
  if (!isNode(value)) return [];
  return [[value, where], ...Object.entries(value).flatMap(([name, one]) => nodesOf(one, `${where}.${name}`))];
}

/** What is missing or of a wrong form in a page's structured data, each as one line. */
export function structuredFaults(path: string, data: Node[]): string[] {
  const wanted = ofPath.find(([pattern]) => pattern.test(path))?.[1] ?? [];
  const seen = data.flatMap(typesOf);
  return [
    ...data.filter((one) => one['@context'] !== 'https://schema.org').map(() => 'no @context'),
    ...data
      .flatMap((one) => nodesOf(one, typesOf(one).join('+')))
      .flatMap(([node, where]) => faultsOfNode(node, where)),
    ...data.filter((one) => typesOf(one).includes('BreadcrumbList')).flatMap(crumbFaults),
    ...wanted.filter((type) => !seen.includes(type)).map((type) => `no ${type}`),
  ];
}

function crumbFaults({ itemListElement }: Node): string[] {
  const places = ((itemListElement ?? []) as Node[]).map(({ position }) => position);
  const right = places.length >= 2 && places.every((place, index) => place === index + 1);
  return right ? [] : ['BreadcrumbList: too short, or in a wrong order'];
}
