import type { Row } from '../csv.ts';
import type { Folder } from '../folder.ts';
import type { PictureRow } from '../schemas/catalogue.ts';
import type { Check } from './checks.ts';

/** Rows about products: each names an existing one. */
export const checkDetails: Check = (about) => {
  const { folder, references, problems } = about;
  for (const { file, row, unit, data } of [...folder.specs, ...folder.safety, ...folder.faq]) {
    if (!references.product(data.product))
      problems.add({ file, row, column: 'product', unit }, data.product, 'unknown product');
  }
  checkTemplates(about);
  checkPictures(about);
  checkRelations(about);
  checkFits(about);
};

const checkTemplates: Check = ({ folder, problems }) => {
  const seen = new Set<string>();
  for (const { file, row, unit, data } of folder.templates) {
    const line = JSON.stringify([data.kind, data.group, data.name]);
    if (seen.has(line)) problems.add({ file, row, column: 'name', unit }, data.name, 'is there twice');
    seen.add(line);
  }
};

const checkPictures: Check = ({ folder, existing, references, problems }) => {
  const owners = new Map([...existing.skus, ...folder.variants.map(({ data }) => [data.sku, data.product] as const)]);
  const byPrefix = new Set(folder.variants.flatMap(({ data }) => (data.picture ? [data.product] : [])));
  const seen = new Set<string>();
  for (const { file, row, unit, data } of folder.pictures) {
    const at = (column: string) => ({ file, row, column, unit });
    if (!references.product(data.product)) problems.add(at('product'), data.product, 'unknown product');
    if (byPrefix.has(data.product))
      problems.add(at('product'), data.product, 'has pictures in variants.csv, too: leave one of them');
    const owner = data.sku ? owners.get(data.sku) : data.product;
    if (owner !== data.product && (owner !== undefined || !references.mayHaveVariants(data.product)))
      problems.add(at('sku'), data.sku, 'is not a SKU of this product');
    const [half, other] = halfOf(data);
    if (half) problems.add(at(half), null, `is empty, but there is a ${other}`);
    const identity = JSON.stringify([data.product, data.sku, data.view]);
    if (seen.has(identity)) problems.add(at('view'), data.view, 'is there twice');
    seen.add(identity);
  }
};

/** Of a point of focus, the value that is missing and the one that is there. */
function halfOf({ focus_x: x = null, focus_y: y = null }: PictureRow): [] | [missing: string, given: string] {
  if ((x === null) === (y === null)) return [];
  return x === null ? ['focus_x', 'focus_y'] : ['focus_y', 'focus_x'];
}

const checkRelations: Check = ({ folder, references, problems }) => {
  const seen = new Set<string>();
  for (const line of folder.relations) {
    const { file, row, unit, data } = line;
    const at = (column: string) => ({ file, row, column, unit });
    const drop = without(folder, 'relations', line);
    if (!references.product(data.product)) problems.add(at('product'), data.product, 'unknown product');
    if (!references.product(data.related)) problems.add(at('related'), data.related, 'unknown product', drop);
    if (data.product === data.related) problems.add(at('related'), data.related, 'is the product itself', drop);
    const identity = `${data.product} ${data.related} ${data.kind}`;
    if (seen.has(identity)) problems.add(at('related'), data.related, 'is there twice', drop);
    seen.add(identity);
  }
};

const checkFits: Check = ({ folder, references, problems }) => {
  const seen = new Set<string>();
  for (const line of folder.fits) {
    const { file, row, unit, data } = line;
    const at = (column: string) => ({ file, row, column, unit });
    const drop = without(folder, 'fits', line);
    if (!references.product(data.part)) problems.add(at('part'), data.part, 'unknown product');
    if (!references.product(data.vehicle)) problems.add(at('vehicle'), data.vehicle, 'unknown product', drop);
    else if ((references.kindOf(data.vehicle) ?? 'VEHICLE') !== 'VEHICLE') {
      problems.add(at('vehicle'), data.vehicle, 'is not a vehicle', drop);
    }
    if (data.year_to < data.year_from) problems.add(at('year_to'), data.year_to, 'is before year_from', drop);
    const { chassis_from: first, chassis_to: last } = data;
    if (first && last && Number(last) < Number(first))
      problems.add(at('chassis_to'), last, 'is before chassis_from', drop);
    const identity = [data.part, data.vehicle, data.year_from, data.chassis_prefix ?? '', first ?? ''].join(' ');
    if (seen.has(identity)) problems.add(at('vehicle'), data.vehicle, 'is there twice', drop);
    seen.add(identity);
  }
};

const without = (folder: Folder, list: 'relations' | 'fits', line: Row<unknown>) => () => {
  if (list === 'relations') folder.relations = folder.relations.filter((other) => other !== line);
  else folder.fits = folder.fits.filter((other) => other !== line);
};
