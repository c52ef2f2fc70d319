import type { ProductKind } from '#domain/catalogue/kind-names.ts';
import type { LegalFacts } from './legal/facts.ts';

type Visit = { name: string; plural: string; bring: string; booked?: string };
type Business = {
  name: string;
  /** In a sentence after ‘sells’. */
  goods: string;
  /** Of most of its products. */
  kind: ProductKind;
  registered: LegalFacts['registered'];
  /** What orders and mails call its vehicles. */
  vehicle?: { definite: string; indefinite: string };
  visits?: { TEST_RIDE?: Visit; SERVICE?: Visit };
};

/**
 * What a store is set up for. It begins with the words, deliveries and papers of its business, and all of them can be
 * edited.
 */
export const businesses = {
  motorcycles: {
    name: 'אופנועים',
    goods: 'אופנועים, אביזרים וחלקים',
    kind: 'VEHICLE',
    registered: 'road',
    vehicle: { definite: 'האופנוע', indefinite: 'אופנוע' },
  },
  scooters: {
    name: 'קטנועים',
    goods: 'קטנועים, אביזרים וחלקים',
    kind: 'VEHICLE',
    registered: 'road',
    vehicle: { definite: 'הקטנוע', indefinite: 'קטנוע' },
  },
  offRoad: {
    name: 'טרקטורונים ורכבי שטח',
    goods: 'טרקטורונים, רכבי שטח, אביזרים וחלקים',
    kind: 'VEHICLE',
    registered: 'road',
    vehicle: { definite: 'הרכב', indefinite: 'רכב' },
  },
  mobility: {
    name: 'קלנועיות',
    goods: 'קלנועיות, אביזרים וחלקים',
    kind: 'VEHICLE',
    registered: 'none',
    vehicle: { definite: 'הקלנועית', indefinite: 'קלנועית' },
    visits: {
      TEST_RIDE: { name: 'נסיעת ניסיון', plural: 'נסיעות ניסיון', bring: 'הביאו תעודה מזהה.' },
    },
  },
  marine: {
    name: 'כלי שיט',
    goods: 'כלי שיט, אביזרים וחלקים',
    kind: 'VEHICLE',
    registered: 'sea',
    vehicle: { definite: 'כלי השיט', indefinite: 'כלי שיט' },
    visits: {
      TEST_RIDE: {
        name: 'הפלגת ניסיון',
        plural: 'הפלגות ניסיון',
        bring: 'הביאו תעודה מזהה, ותעודת משיט אם יש.',
        booked: 'הפלגת הניסיון נקבעה',
      },
      SERVICE: { name: 'טיפול בכלי השיט', plural: 'שירות וטיפולים', bring: 'הביאו את רישיון כלי השיט.' },
    },
  },
  gear: {
    name: 'ביגוד, אביזרים וחלקים',
    goods: 'ביגוד, אביזרים וחלקי חילוף',
    kind: 'ACCESSORY',
    registered: 'none',
  },
} satisfies Record<string, Business>;

export type BusinessKey = keyof typeof businesses;
export const businessKeys = Object.keys(businesses) as [BusinessKey, ...BusinessKey[]];
export const businessOf = (key: BusinessKey): Business => businesses[key];
