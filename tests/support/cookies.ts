/** Runs in every page before its own scripts; a frame of nobody's has no storage. */
export function refuseCookies(): void {
  try {
    const at = new Date().toISOString();
    localStorage.setItem('cookie_consent', JSON.stringify({ analytics: false, marketing: false, version: 1, at }));
  } catch {}
}
