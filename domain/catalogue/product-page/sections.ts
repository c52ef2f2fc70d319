/**
 * The parts of a product's page below its first screen, in their usual sequence: reasons and pictures before tables.
 */
export const productSections = [
  'overview',
  'configurator',
  'safety',
  'specifications',
  'price',
  'questions',
  'related',
  'visit',
] as const;
export type ProductSection = (typeof productSections)[number];

/** The store's sequence; what it doesn't name follows in the usual one, so that no part is ever lost. */
export const orderSections = (chosen: readonly { section: ProductSection }[] = []): ProductSection[] => [
  ...new Set([...chosen.map(({ section }) => section), ...productSections]),
];

export type Anchor = { id: string; name: string };

type Parts = Record<'colors' | 'overview' | 'configurator' | 'specifications' | 'price', boolean>;

const anchors: Record<keyof Parts, Anchor> = {
  colors: { id: 'colors', name: 'צבעים' },
  overview: { id: 'overview', name: 'סקירה' },
  configurator: { id: 'configurator', name: 'בונים' },
  specifications: { id: 'specifications', name: 'מפרט' },
  price: { id: 'finance', name: 'מחיר' },
};

/** Links to the parts that this product has, in the sequence of the page; the colours are in its first screen. */
export const anchorsOf = (order: readonly ProductSection[], has: Parts): Anchor[] =>
  (['colors', ...order] as (keyof Parts)[]).flatMap((part) => (has[part] ? [anchors[part]] : []));
