import { frameView, isFrame, nextDetail } from '#domain/catalogue/picture-views.ts';
import { sync, type Values } from '#server/catalogue/derived/sync.ts';
import { rank, type View } from '../../pictures/find.ts';
import type { StaffEdits, Writer } from '../writer.ts';

const viewNames: Record<string, string> = {
  side: 'מבט מהצד',
  front: 'מבט מלפנים',
  rear: 'מבט מאחור',
  top: 'מבט מלמעלה',
};

/** `RAAM Barak 500, אדום, מבט מהצד` */
export function altText(product: string, colour: string | null | undefined, view: string): string {
  const detail = /^detail-(\d+)$/.exec(view);
  const frame = /^spin-(\d+)$/.exec(view);
  const name = detail ? `תקריב ${Number(detail[1])}` : frame ? `סיבוב, תמונה ${Number(frame[1])}` : viewNames[view];
  return [product, colour, name].filter(Boolean).join(', ');
}

type Named = { sku: string | null; view: string };

/**
 * Pictures as the names of the variants' files give them: of each variant, in this sequence, the stills by view and
 * then the frames.
 */
export function inNamedSequence<T extends Named>(pictures: T[], skus: string[]): T[] {
  return skus.flatMap((sku) => {
    const skuPictures = pictures.filter((one) => one.sku === sku);
    const stills = skuPictures.filter((one) => !isFrame(one)).sort((a, b) => (rank(a.view) ?? 0) - (rank(b.view) ?? 0));
    const frames = skuPictures.filter(isFrame).sort((a, b) => (a.view < b.view ? -1 : 1));
    return [...stills, ...frames.map((one, at) => ({ ...one, view: frameView(at) }))];
  });
}

/** A picture, or a view, of a variant or, with `null`, of all, whatever the product and the variant are called. */
const keyOf = (product: unknown, variant: unknown, of: unknown): string => [product, variant, of].join();

type Picture = Named & { variant: string | null; media: string; alt: string; colour: string | null };
type Pictured = { product: string; name: string; skus: string[]; pictures: (Picture & StaffEdits)[] };

/**
 * What staff have said of pictures that `variants.csv` names, before names change: a picture that stays keeps it.
 * Alternative texts that were made of the names are made anew.
 */
export async function readStaffEdits(writer: Writer): Promise<void> {
  const skus = writer.folder.variants.flatMap(({ data }) => (data.picture ? [data.sku] : []));
  const { rows } = await writer.client.query<Pictured>(
    `select p.uuid as product, p.name, array(select v.sku from variants v where v.product_uid = p.uuid order by v.position, v.sku collate "C") as skus,
       (select json_agg(json_build_object('variant', i.variant_uid, 'sku', v.sku, 'media', i.media, 'view', i.view, 'alt', i.alt,
            'focus_x', i.focus_x, 'focus_y', i.focus_y,
            'colour', (select c.value_name from variant_values c where c.variant_uid = v.uuid and c.type = 'COLOR' and c.value_type = 'COLOR'))
          order by i.position, i.uuid)
        from product_images i left join variants v on v.uuid = i.variant_uid where i.product_uid = p.uuid) as pictures
     from products p
     where p.uuid in (select v.product_uid from variants v where v.company_uid = $1 and v.sku = any($2))
       and exists (select from product_images i where i.product_uid = p.uuid)`,
    [writer.companyUid, skus],
  );
  writer.staffEdits = new Map(
    rows.flatMap(({ product, name, skus: sequence, pictures }) => {
      const named = inNamedSequence(pictures, sequence);
      const isSequenced = named.some(
        ({ variant, media }, at) => variant !== pictures[at]?.variant || media !== pictures[at]?.media,
      );
      const isTheirs = isSequenced || named.length < pictures.length;
      return pictures.flatMap(({ variant, media, view, alt, colour, focus_x, focus_y }, at): [string, StaffEdits][] => {
        const position = isTheirs && { position: at };
        const isOnce = pictures.every((one, index) => index === at || one.variant !== variant || one.media !== media);
        const staffEdit = {
          ...{ focus_x, focus_y },
          ...(alt !== altText(name, colour, view) && { alt }),
          ...(isOnce && !isFrame({ view }) && { view }),
          ...position,
        };
        return [
          [keyOf(product, variant, media), staffEdit],
          [keyOf(product, variant, view), { focus_x: null, focus_y: null, ...position }],
        ];
      });
    }),
  );
}

type Imported = {
  key: string;
  variant: string | null;
  position: number;
  view: string;
  isKept: boolean;
  alt: (view: string) => string;
  values: Values;
};

/** The view that the shop's picture has, which staff may have chosen. A frame's is its number. */
function keptView(writer: Writer, path: string, named: string, former: string | undefined): string | undefined {
  if (former === undefined || isFrame({ view: named })) return undefined;
  if (former !== named)
    writer.notes.add(
      { file: 'catalogue/variants.csv', column: 'picture' },
      path,
      `is another view in the shop (${former}), and stays so`,
    );
  return former;
}

/** A picture whose view another one of its variant keeps is a detail. */
function withoutClash(picture: Imported, all: Imported[]): Imported {
  const views = all.filter((other) => other !== picture && other.variant === picture.variant);
  if (picture.isKept || !views.some(({ isKept, view }) => isKept && view === picture.view)) return picture;
  return { ...picture, view: nextDetail(new Set(views.map(({ view }) => view))) };
}

const rankOf = ({ view }: Imported): number => rank(view) ?? Number.MAX_SAFE_INTEGER;
/**
 * In the sequence that staff gave them. Those without a place in it come last, of each variant by view, as
 * `inNamedSequence`.
 */
function inSequence(all: Imported[], last: number): Imported[] {
  const blocks = [...new Set(all.map(({ variant }) => variant))];
  const byView = (a: Imported, b: Imported) =>
    blocks.indexOf(a.variant) - blocks.indexOf(b.variant) || rankOf(a) - rankOf(b);
  return all.sort((a, b) => a.position - b.position || (a.position === last ? byView(a, b) : 0));
}

type Context = {
  writer: Writer;
  edits: Map<string, StaffEdits>;
  variants: Map<string, string>;
  altOf: (product: string, sku: string | null | undefined, view: string) => string;
};
type FilePicture = View & { product: string; sku: string };

/** Staff gave the variant's picture to all variants. */
const isForAllVariants = (edits: Map<string, StaffEdits>, product: unknown, variant: unknown, media: unknown) =>
  !edits.has(keyOf(product, variant, media)) && edits.has(keyOf(product, null, media));

/** Adds a picture that `variants.csv` names to `all` of its product, with what staff have said of it. */
function addPicture(context: Context, all: Imported[], { product, sku, path, view: named }: FilePicture): void {
  const { writer, edits, variants, altOf } = context;
  const productUid = writer.products.get(product);
  const picture = writer.pictures.byPath.get(path);
  const isOfAll = isForAllVariants(edits, productUid, variants.get(sku), picture?.media);
  const variant = isOfAll ? null : (variants.get(sku) ?? null);
  const key = keyOf(productUid, variant, picture?.media);
  const isFirst = all.every((other) => other.key !== key);
  if (isOfAll && !isFirst) return;
  const { position, view: former, ...staffEdit } = edits.get(key) ?? {};
  const viewToKeep = keptView(writer, path, named, isFirst ? former : undefined);
  const view = viewToKeep ?? named;
  // What is new takes the place of the same view, or comes after its neighbour, or else last.
  const replacedPosition = edits.get(keyOf(productUid, variant, view))?.position;
  all.push({
    ...{ key, variant, view, isKept: viewToKeep !== undefined },
    values: { product_uid: productUid, variant_uid: variant, ...picture, focus_x: null, focus_y: null, ...staffEdit },
    alt: (shown) => altOf(product, isOfAll ? null : sku, shown),
    position: position ?? replacedPosition ?? all.at(-1)?.position ?? edits.size,
  });
}

/** Pictures that `variants.csv` names, in the sequence that staff gave them or else in that of the variants. */
function namedPictures(context: Context): Values[] {
  const { folder, pictures } = context.writer;
  const imported = new Map<string, Imported[]>();
  for (const { product, sku, picture } of folder.variants.map(({ data }) => data)) {
    const all = imported.get(product) ?? [];
    imported.set(product, all);
    for (const one of pictures.views.get(picture ?? '') ?? []) addPicture(context, all, { ...one, product, sku });
  }
  return [...imported.values()].flatMap((all) => {
    const apart = all.map((one) => withoutClash(one, all));
    const sequence = inSequence(apart, context.edits.size);
    return sequence.map(({ values, view, alt }, position) => ({ alt: alt(view), ...values, view, position }));
  });
}

/** Pictures that `pictures.csv` lists, in its sequence. */
function listedPictures({ writer, variants, altOf }: Context): Values[] {
  const counts = new Map<string, number>();
  return writer.folder.pictures.map(({ data: { product, sku, picture, alt, ...data } }) => {
    const position = counts.get(product) ?? 0;
    counts.set(product, position + 1);
    return {
      ...{ product_uid: writer.products.get(product), variant_uid: variants.get(sku ?? '') ?? null, position },
      ...writer.pictures.byPath.get(`pictures/${picture}`),
      ...{ view: data.view, focus_x: data.focus_x ?? null, focus_y: data.focus_y ?? null },
      alt: alt === undefined ? altOf(product, sku, data.view) : (alt ?? ''),
    };
  });
}

/**
 * Pictures of each product, numbered: position 0 represents it. `pictures.csv` says all of a product's; otherwise they
 * are those of its variants. A product for which neither names a picture keeps its own.
 */
export async function writeImages(writer: Writer, variants: Map<string, string>): Promise<void> {
  const { folder, staffEdits: edits = new Map<string, StaffEdits>() } = writer;
  const pictured = folder.variants.filter(({ data }) => data.picture);
  const slugs = [...new Set([...pictured, ...folder.pictures].map(({ data }) => data.product))];
  const { rows: products } = await writer.client.query<{ slug: string; name: string }>(
    'select slug, name from products where company_uid = $1 and slug = any($2)',
    [writer.companyUid, slugs],
  );
  const names = new Map(products.map((product) => [product.slug, product.name]));
  const colours = new Map(folder.variants.map(({ data }) => [data.sku, data.color_name]));
  const altOf: Context['altOf'] = (product, sku, view) =>
    altText(names.get(product) ?? '', colours.get(sku ?? ''), view);
  const context = { writer, edits, variants, altOf };
  const replace = { column: 'product_uid', values: slugs.map((slug) => writer.products.get(slug) as string) };
  const rows = [...namedPictures(context), ...listedPictures(context)];
  await sync(writer, { table: 'product_images', key: ['product_uid', 'position'], replace }, rows);
}
