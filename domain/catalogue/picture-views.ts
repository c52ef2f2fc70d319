/** Views that a picture of a product shows, as the office names them; details are numbered (`detail-2`). */
export const viewNames = {
  hero: 'תמונה ראשית',
  side: 'מבט מהצד',
  front: 'מבט מלפנים',
  rear: 'מבט מאחור',
  top: 'מבט מלמעלה',
  detail: 'תקריב',
};
export type ViewName = keyof typeof viewNames;

/** `detail-2` is a detail; what has another name counts as one, too. */
export const viewNameOf = (view: string): ViewName => (Object.hasOwn(viewNames, view) ? (view as ViewName) : 'detail');

/** The view that a file's name ends with, as the importer reads it: `red-side.jpg`; `null` where it says none. */
export function viewOfFile(name: string): string | null {
  const view = /(?:^|-)(hero|side|front|rear|top|detail-\d{1,3})\.\w+$/i.exec(name)?.[1];
  return view?.toLowerCase() ?? null;
}

/** The first detail that isn't there yet. */
export function nextDetail(takenKeys: ReadonlySet<string>): string {
  let number = 1;
  while (takenKeys.has(`detail-${number}`)) number++;
  return `detail-${number}`;
}

/** Frames of a 360° view are pictures of their own: `spin-01`, `spin-02` … */
export const isFrame = ({ view }: { view: string }): boolean => view.startsWith('spin-');
export const frameView = (at: number): string => `spin-${String(at + 1).padStart(2, '0')}`;
