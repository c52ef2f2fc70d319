import type { Row } from '../csv.ts';
import type { Folder } from '../folder.ts';
import type { Check } from './checks.ts';

/** Rows about products: each names an existing one. */
export const checkDetails: Check = (about) => {
  const { folder, world, problems } = about;
  for (const { file, row, unit, data } of [...folder.specs, ...folder.safety, ...folder.faq]) {
    if (!world.product(data.product))
      problems.add({ file, row, column: 'product', unit }, data.product, 'unknown product');
  }
  checkRelations(about);
  checkFits(about);
};

const checkRelations: Check = ({ folder, world, problems }) => {
  const seen = new Set<string>();
  for (const line of folder.relations) {
    const { file, row, unit, data } = line;
    const at = (column: string) => ({ file, row, column, unit });
    const drop = without(folder, 'relations', line);
    if (!world.product(data.product)) problems.add(at('product'), data.product, 'unknown product');
    if (!world.product(data.related)) problems.add(at('related'), data.related, 'unknown product', drop);
    if (data.product === data.related) problems.add(at('related'), data.related, 'is the product itself', drop);
    const identity = `${data.product} ${data.related} ${data.kind}`;
    if (seen.has(identity)) problems.add(at('related'), data.related, 'is there twice', drop);
    seen.add(identity);
  }
};

const checkFits: Check = ({ folder, world, problems }) => {
  const seen = new Set<string>();
  for (const line of folder.fits) {
    const { file, row, unit, data } = line;
    const at = (column: string) => ({ file, row, column, unit });
    const drop = without(folder, 'fits', line);
    if (!world.product(data.part)) problems.add(at('part'), data.part, 'unknown product');
    if (!world.product(data.vehicle)) problems.add(at('vehicle'), data.vehicle, 'unknown product', drop);
    else if ((world.kindOf(data.vehicle) ?? 'VEHICLE') !== 'VEHICLE') {
      problems.add(at('vehicle'), data.vehicle, 'is not a vehicle', drop);
    }
    if (data.year_to < data.year_from) problems.add(at('year_to'), data.year_to, 'is before year_from', drop);
    const identity = `${data.part} ${data.vehicle} ${data.year_from}`;
    if (seen.has(identity)) problems.add(at('vehicle'), data.vehicle, 'is there twice', drop);
    seen.add(identity);
  }
};

const without = (folder: Folder, list: 'relations' | 'fits', line: Row<unknown>) => () => {
  if (list === 'relations') folder.relations = folder.relations.filter((other) => other !== line);
  else folder.fits = folder.fits.filter((other) => other !== line);
};
