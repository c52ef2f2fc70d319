import { useStore } from './store.ts';

/** The lead banner of a page. */
export const LEAD_BANNER_ID = 'lead-banner';

export const useHasLeadBanner = (): boolean =>
  useStore().layout.widgets.some(({ component }) => component.key === 'lead_banner');

/** What ״דברו איתנו״ does: it leads to the banner, and in a store that leaves it out to the page of the same form. */
export const useLeadBanner = (): (() => void) => (useHasLeadBanner() ? goToLeadBanner : goToForm);

export function goToForm(): void {
  if (navigator.onLine) location.assign('/contact');
}

/** What ״דברו איתנו״ does on a product's page: that form takes along what the banner's would. */
export const useProductInquiry = (): (() => void) => (useHasLeadBanner() ? goToLeadBanner : goToProductForm);

/** Its address is made by code that is loaded when it is pressed: few stores leave the banner out. */
async function goToProductForm(): Promise<void> {
  if (!navigator.onLine) return;
  const { inquiryPath } = await import('./inquiry-path.ts');
  location.assign(inquiryPath(location));
}

/** Scrolls to the lead banner and focuses its first field. Its code may still be on the way. */
export function goToLeadBanner(): void {
  const from = document.activeElement;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const focus = () =>
    document.querySelector<HTMLInputElement>(`#${LEAD_BANNER_ID} input[name="name"]`)?.focus({ preventScroll: true });
  document.getElementById(LEAD_BANNER_ID)?.scrollIntoView({ behavior: isCalm ? 'instant' : 'smooth', block: 'center' });
  focus();
  // A banner that hydrates now may replace the field, which would lose the focus.
  const again = () => [document.body, from].includes(document.activeElement) && focus();
  window.addEventListener('part-alive', again, { signal: AbortSignal.timeout(10_000) });
}
