import { useStore } from '~/store.ts';

/** Values of the FOOTER widgets by component key (storefront.md §3, odd spelling included). */
export function useFooterValues(): Record<string, string> {
  const { layout } = useStore();
  return Object.fromEntries(
    layout.widgets
      .filter((widget) => widget.area.key === 'FOOTER')
      .map((widget) => [
        widget.component.key,
        widget.attributes.find((attribute) => attribute.key === 'value')?.value ?? '',
      ]),
  );
}
