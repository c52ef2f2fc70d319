import type { Row } from '../csv.ts';
import type { AssemblyRow } from '../schemas/catalogue.ts';
import type { Check } from './checks.ts';

type About = Parameters<Check>[0];

/** Diagrams and their numbers: unique slugs and numbers, existing vehicles and parts, no diagram without a number. */
export const checkAssemblies: Check = (about) => {
  const numbered = checkCallouts(about);
  const seen = new Set<string>();
  for (const line of about.folder.assemblies) {
    const { file, row, unit, data } = line;
    const at = { file, row, unit, column: 'slug' };
    if (seen.has(data.slug)) about.problems.add(at, data.slug, 'duplicate slug');
    seen.add(data.slug);
    if (!numbered.has(data.slug)) about.problems.add(at, data.slug, 'has no number in callouts.csv');
    checkProducts(about, line, {
      column: 'vehicles',
      slugs: vehiclesOf(line),
      kind: 'VEHICLE',
      not: 'is not a vehicle',
    });
  }
};

const vehiclesOf = ({ data }: Row<AssemblyRow>): string[] => data.vehicles.map(({ vehicle }) => vehicle);

/** @returns assemblies with at least one number */
function checkCallouts(about: About): Set<string> {
  const { folder, problems } = about;
  const { assemblies: declared } = folder.declared;
  const assemblySlugs = new Set(folder.assemblies.map(({ data }) => data.slug));
  const seen = new Set<string>();
  for (const line of folder.callouts) {
    const { file, row, unit, data } = line;
    if (!assemblySlugs.has(data.assembly) && declared !== 'any' && !declared.has(data.assembly)) {
      const at = { file, row, unit, column: 'assembly' };
      problems.add(at, data.assembly, 'unknown assembly: assemblies.csv does not list it');
    }
    const identity = `${data.assembly} ${data.number}`;
    if (seen.has(identity)) problems.add({ file, row, unit, column: 'number' }, data.number, 'is there twice');
    seen.add(identity);
    const slugs = data.parts ?? [];
    checkProducts(about, line, { column: 'parts', slugs, kind: 'SPARE_PART', not: 'is not a spare part' });
  }
  return new Set(folder.callouts.map(({ data }) => data.assembly));
}

type Named = { column: string; slugs: string[]; kind: string; not: string };

function checkProducts(
  { references, problems }: About,
  { file, row, unit }: Row<unknown>,
  { column, slugs, kind, not }: Named,
): void {
  const at = { file, row, unit, column };
  for (const [index, slug] of slugs.entries()) {
    if (!references.product(slug)) problems.add(at, slug, 'unknown product');
    else if ((references.kindOf(slug) ?? kind) !== kind) problems.add(at, slug, not);
    if (slugs.indexOf(slug) !== index) problems.add(at, slug, 'is there twice');
  }
}
