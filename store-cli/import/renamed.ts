import type { Folder } from './folder.ts';
import type { Known } from './known.ts';

type Named = { slug: string; former_slugs?: string[] | null | undefined };

/** The slug under which the database knows a thing that the folder gives a new one; `null` when it isn't renamed. */
export function formerOf({ slug, former_slugs }: Named, has: (slug: string) => boolean): string | null {
  return has(slug) ? null : ((former_slugs ?? []).find(has) ?? null);
}

/** What the database holds, by the slugs that the folder gives. */
export function knownByNewSlugs(folder: Folder, known: Known): Known {
  const renamed = new Map(
    folder.products.flatMap(({ data }) => {
      const former = formerOf(data, (slug) => known.products.has(slug));
      return former === null ? [] : [[former, data.slug] as const];
    }),
  );
  const present = (slug: string): string => renamed.get(slug) ?? slug;
  return {
    ...known,
    products: new Map([...known.products].map(([slug, product]) => [present(slug), product])),
    skus: new Map([...known.skus].map(([sku, slug]) => [sku, present(slug)])),
  };
}
