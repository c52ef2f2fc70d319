import { goToLeadBanner, useHasLeadBanner } from './anchors.ts';

/** What ״דברו איתנו״ does on a product's page. */
export const useProductInquiry = (): (() => void) => (useHasLeadBanner() ? goToLeadBanner : goToForm);

/** Loaded when it is pressed: few stores leave the banner out. */
async function goToForm(): Promise<void> {
  if (!navigator.onLine) return;
  const { inquiryPath } = await import('./inquiry-path.ts');
  location.assign(inquiryPath(location));
}
