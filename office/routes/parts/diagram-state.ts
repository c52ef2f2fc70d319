import type { DiagramFile } from '#server/office/parts/diagram-file.ts';

/** A number on the picture while it is edited: its figures as typed. `id` is the form's own, since numbers change. */
export type Callout = {
  id: number;
  number: string;
  name: string;
  parts: string[];
  quantity: string;
  x: number;
  y: number;
};
export type Vehicle = DiagramFile['vehicles'][number];
export type DiagramForm = {
  slug: string;
  name: string;
  media: string;
  position: string;
  vehicles: Vehicle[];
  callouts: Callout[];
};

/** To two decimals of a percent, as the import folder has it, and within the picture. */
export const onPicture = (percent: number): number => Math.round(Math.min(100, Math.max(0, percent)) * 100) / 100;

export const toForm = ({ slug, name, media, position, vehicles, callouts }: DiagramFile): DiagramForm => ({
  slug,
  name,
  media,
  position: String(position),
  vehicles,
  callouts: callouts.map((one, id) => ({
    ...one,
    id,
    number: String(one.number),
    quantity: String(one.quantity),
  })),
});

/** What no number can be read of is sent as one that the importer's rule refuses. */
const figure = (typed: string): number => (/^\d{1,6}$/.test(typed.trim()) ? Number(typed) : -1);

export const toFile = ({ slug, name, media, position, vehicles, callouts }: DiagramForm): DiagramFile => ({
  slug: slug.trim(),
  name: name.trim(),
  media,
  position: figure(position || '0'),
  vehicles: vehicles.map(({ vehicle, from, to }) => ({ vehicle, from: from.trim(), to: to.trim() })),
  callouts: callouts
    .map(({ number, name: called, parts, quantity, x, y }) => ({
      number: figure(number),
      name: called.trim(),
      parts,
      quantity: figure(quantity || '1'),
      x,
      y,
    }))
    .sort((a, b) => a.number - b.number),
});

/** A new number in that place: one more than the highest. */
export function withCallout(form: DiagramForm, x: number, y: number): { form: DiagramForm; added: Callout } {
  const highest = Math.max(0, ...form.callouts.map(({ number }) => Math.max(0, figure(number))));
  const added: Callout = {
    id: Math.max(-1, ...form.callouts.map(({ id }) => id)) + 1,
    number: String(highest + 1),
    name: '',
    parts: [],
    quantity: '1',
    x: onPicture(x),
    y: onPicture(y),
  };
  return { form: { ...form, callouts: [...form.callouts, added] }, added };
}

export const withChanged = (form: DiagramForm, id: number, changed: Partial<Callout>): DiagramForm => ({
  ...form,
  callouts: form.callouts.map((one) => (one.id === id ? { ...one, ...changed } : one)),
});

export const withoutCallout = (form: DiagramForm, id: number): DiagramForm => ({
  ...form,
  callouts: form.callouts.filter((one) => one.id !== id),
});
