import type { Widget } from '#contract/stores.ts';
import { useStore } from '~/store.ts';

/** Values of the FOOTER widgets by component key; the odd spellings are part of the contract. */
export const useFooterValues = (): Record<string, string> => footerValues(useStore().layout.widgets);

export function footerValues(widgets: Widget[]): Record<string, string> {
  return Object.fromEntries(
    widgets
      .filter((widget) => widget.area.key === 'FOOTER')
      .map((widget) => [
        widget.component.key,
        widget.attributes.find((attribute) => attribute.key === 'value')?.value ?? '',
      ]),
  );
}
