import { formatNumber } from '#domain/text/format.ts';

type Meta = { key: string; value: string };
export type ShortSpec = { name: string; value: string; unit: string };

/** The most informative filter values, in sequence, with shoppers' names. */
const specs: Record<string, { name: string; unit: string }> = {
  engine_cc: { name: 'נפח', unit: 'סמ״ק' },
  power_hp: { name: 'הספק', unit: 'כ״ס' },
  range_km: { name: 'טווח', unit: 'ק״מ' },
  fuel: { name: 'הנעה', unit: '' },
  use: { name: 'ייעוד', unit: '' },
  seats: { name: 'מושבים', unit: '' },
  type: { name: 'סוג', unit: '' },
  material: { name: 'חומר', unit: '' },
  system: { name: 'מערכת', unit: '' },
  part_number: { name: 'מק״ט', unit: '' },
};

export const shortSpecs = (meta: Meta[]): ShortSpec[] =>
  Object.entries(specs).flatMap(([key, { name, unit }]) => {
    const values = meta.filter((value) => value.key === key).map(({ value }) => value);
    return values.length > 0 ? [{ name, unit, value: values.map((value) => grouped(value, unit)).join(', ') }] : [];
  });

/** `1103` as `1,103`, where it is a quantity; part numbers and the like stay unchanged. */
export const grouped = (value: string, unit: string): string =>
  unit !== '' && /^\d{4,}$/.test(value) ? formatNumber(Number(value)) : value;
