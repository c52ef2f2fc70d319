import type { StoreFile } from '../schemas/store.ts';
import type { World } from '../world.ts';
import type { Check } from './checks.ts';
import { deadLink } from './links.ts';

const reserved = ['www', 'pay', 'api', 'localhost', 'admin', 'mail', 'static'];

/** The company's file and the stores' own: keys, names that must not come twice, and everything that the home page names. */
export const checkStores: Check = ({ folder, known, world, problems }) => {
  const company = (column: string) => ({ file: 'company.json', column, unit: 'company' }) as const;
  for (const list of ['brands', 'branches'] as const) {
    const keys = folder.company?.[list].map((one) => one.key) ?? [];
    keys.forEach((key, index) => {
      if (keys.indexOf(key) !== index) problems.add(company(`${list}[${index}].key`), key, 'is there twice');
    });
  }
  folder.company?.branches.forEach((branch, index) => {
    branch.stores.forEach((store) => {
      const drop = () => {
        branch.stores = branch.stores.filter((other) => other !== store);
      };
      if (!world.store(store)) problems.add(company(`branches[${index}].stores`), store, 'unknown store', drop);
      else if (branch.stores.filter((other) => other === store).length > 1) problems.add(company(`branches[${index}].stores`), store, 'is there twice');
    });
  });

  for (const { key, unit, file } of folder.stores) {
    const place = { file: `stores/${key}`, unit };
    if (!/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(key)) problems.add(place, key, 'is not a store key: small Latin letters, digits and hyphens, as in a host name');
    if (reserved.includes(key)) problems.add(place, key, 'is a reserved name, so no store can have it');
    if (known.foreignStores.has(key)) problems.add(place, key, 'belongs to another company');
    if (!file && !known.stores.has(key)) problems.add({ ...place, file: `stores/${key}/store.json` }, null, 'is missing or wrong, and the store is new');
    if (file) checkStoreFile(key, file, world, (column, value, reason, drop) => problems.add({ file: `stores/${key}/store.json`, column, unit }, value, reason, drop));
  }
};

type Add = (column: string, value: string, reason: string, drop?: () => void) => void;

function checkStoreFile(store: string, file: StoreFile, world: World, add: Add): void {
  const twice = (column: string, names: string[]): void => {
    names.forEach((name, index) => {
      if (names.indexOf(name) !== index) add(`${column}[${index}]`, name, 'is there twice');
    });
  };
  twice('finance', file.finance.map((plan) => plan.name));
  twice('deliveries', file.deliveries.map((delivery) => delivery.key));

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
    if (world.collection(store, slug)) return;
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
    if (!world.product(slug)) add(column, slug, 'unknown product', drop);
    else if (world.soldIn(slug, store) === false) add(column, slug, `store ${store} does not sell this product`, drop);
  }
  function checkLink(column: string, link: string, drop: () => void): void {
    const reason = deadLink(world, store, link);
    if (reason) add(column, link, reason, drop);
  }
}
