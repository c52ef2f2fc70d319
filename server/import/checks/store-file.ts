import type { KnownReferences } from '../known-references.ts';
import type { StoreFile } from '../schemas/store.ts';
import { deadLink } from './links.ts';

type Add = (column: string, value: string, reason: string, drop?: () => void) => void;

/** `store.json`: unique names, and valid references of the home page. */
export function checkStoreFile(store: string, file: StoreFile, references: KnownReferences, add: Add): void {
  const refuseDuplicates = (column: string, names: string[]): void => {
    names.forEach((name, index) => {
      if (names.indexOf(name) !== index) add(`${column}[${index}]`, name, 'is there twice');
    });
  };
  refuseDuplicates(
    'finance',
    file.finance.map((plan) => plan.name),
  );
  refuseDuplicates(
    'deliveries',
    file.deliveries.map((delivery) => delivery.key),
  );

  refuseDuplicates(
    'delivery_zones',
    file.delivery_zones.map((zone) => zone.key),
  );
  file.deliveries.forEach(({ prices }, index) => {
    prices.forEach(({ zone }, at) => {
      if (zone && !file.delivery_zones.some(({ key }) => key === zone))
        add(`deliveries[${index}].prices[${at}].zone`, zone, 'unknown zone: name it in delivery_zones');
    });
  });

  for (const part of ['road_fees', 'handover', 'licence_notes', 'vehicle_names'] as const)
    file[part]?.forEach(({ brands = [] }, index) => {
      for (const brand of brands) if (!references.brand(brand)) add(`${part}[${index}].brands`, brand, 'unknown brand');
    });

  const { home } = file;
  home.hero.forEach((hero, index) => {
    const drop = () => {
      home.hero = home.hero.filter((other) => other !== hero);
    };
    const column = `home.hero[${index}]`;
    if (hero.product) checkProduct(`${column}.product`, hero.product, drop);
    checkLink(`${column}.link`, hero.link, drop);
    if (!hero.picture && !hero.product) add(column, hero.title, 'has neither a picture nor a product');
  });
  home.featured.forEach((slug, index) => {
    checkProduct(`home.featured[${index}]`, slug, () => {
      home.featured = home.featured.filter((other) => other !== slug);
    });
  });
  home.categories.forEach((slug, index) => {
    if (references.collection(store, slug)) return;
    add(`home.categories[${index}]`, slug, 'unknown category', () => {
      home.categories = home.categories.filter((other) => other !== slug);
    });
  });
  if (home.story) {
    checkLink('home.story.link', home.story.link, () => {
      delete home.story;
    });
  }

  function checkProduct(column: string, slug: string, drop: () => void): void {
    if (!references.product(slug)) add(column, slug, 'unknown product', drop);
    else if (references.soldIn(slug, store) === false)
      add(column, slug, `store ${store} does not sell this product`, drop);
  }
  function checkLink(column: string, link: string, drop: () => void): void {
    const reason = deadLink(references, store, link);
    if (reason) add(column, link, reason, drop);
  }
}
