/** The lead banner of a page. */
export const LEAD_BANNER_ID = 'lead-banner';

/** Scrolls to the lead banner and focuses its first field. In a store without a banner the form has a page of its own. */
export function goToLeadBanner(): void {
  const banner = document.getElementById(LEAD_BANNER_ID);
  if (!banner) {
    if (navigator.onLine) location.assign('/contact');
    return;
  }
  const from = document.activeElement;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const focus = () =>
    document.querySelector<HTMLInputElement>(`#${LEAD_BANNER_ID} input[name="name"]`)?.focus({ preventScroll: true });
  banner.scrollIntoView({ behavior: isCalm ? 'instant' : 'smooth', block: 'center' });
  focus();
  // A banner that hydrates now may replace the field, which would lose the focus.
  const again = () => [document.body, from].includes(document.activeElement) && focus();
  window.addEventListener('part-alive', again, { signal: AbortSignal.timeout(10_000) });
}
