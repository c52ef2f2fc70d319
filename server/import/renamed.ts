import type { Existing } from './existing.ts';
import type { Folder } from './folder.ts';
import type { Problems } from './problems.ts';

type Named = { slug: string; former_slugs?: string[] | null | undefined };

/** The database's slug of a row that the folder renames; `null` when it isn't renamed. */
export function formerOf({ slug, former_slugs }: Named, has: (slug: string) => boolean): string | null {
  return has(slug) ? null : ((former_slugs ?? []).find(has) ?? null);
}

/** The database's rows by the folder's slugs. */
export function existingByNewSlugs(folder: Folder, existing: Existing): Existing {
  const renamed = new Map(
    folder.products.flatMap(({ data }) => {
      const former = formerOf(data, (slug) => existing.products.has(slug));
      return former === null ? [] : [[former, data.slug] as const];
    }),
  );
  const currentSlugOf = (slug: string): string => renamed.get(slug) ?? slug;
  return {
    ...existing,
    products: new Map([...existing.products].map(([slug, product]) => [currentSlugOf(slug), product])),
    skus: new Map([...existing.skus].map(([sku, slug]) => [sku, currentSlugOf(slug)])),
    variants: new Map(
      [...existing.variants].map(([sku, variant]) => [sku, { ...variant, product: currentSlugOf(variant.product) }]),
    ),
    choices: new Map([...existing.choices].map(([slug, choices]) => [currentSlugOf(slug), choices])),
    formerSlugs: new Map([...existing.formerSlugs].map(([former, slug]) => [former, currentSlugOf(slug)])),
  };
}

/**
 * A new store with the name or the domain of one whose folder is gone was renamed by hand. Its key is its host name
 * and the reference of products, branches and rules, so only this error is reported.
 */
export function leaveOutRenamed(folder: Folder, existing: Existing, problems: Problems): void {
  const folderStoreKeys = new Set(folder.stores.map(({ key }) => key));
  const missingStores = [...existing.stores].filter(([key]) => !folderStoreKeys.has(key));
  folder.stores = folder.stores.filter(({ key, unit, file }) => {
    const former =
      file && !existing.stores.has(key)
        ? missingStores.find(
            ([, store]) =>
              store.nameEn === file.name_en || (file.public_domain && store.publicDomain === file.public_domain),
          )?.[0]
        : undefined;
    if (former === undefined) return true;
    problems.add(
      { file: `stores/${key}`, unit },
      null,
      `is the store ${former} under another key: a key stays, so name the folder stores/${former}; a new store has another name and domain`,
    );
    return false;
  });
}
