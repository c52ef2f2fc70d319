/** The lead banner of a page. */
export const LEAD_BANNER_ID = 'lead-banner';

/** Scrolls to the lead banner and puts the focus in its first field. */
export function goToLeadBanner(): void {
  const banner = document.getElementById(LEAD_BANNER_ID);
  banner?.scrollIntoView({ behavior: 'smooth', block: 'center' });
  banner?.querySelector<HTMLInputElement>('input[name="name"]')?.focus({ preventScroll: true });
}
