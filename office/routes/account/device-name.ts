const BROWSERS: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/(?:Headless)?Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];
const nameOf = (names: [RegExp, string][], userAgent: string) => names.find(([sign]) => sign.test(userAgent))?.[1];

/** What people call a browser, of the header that it sends: enough to tell one's own devices apart. */
export function deviceName(userAgent: string): string {
  const parts = [nameOf(BROWSERS, userAgent), nameOf(SYSTEMS, userAgent)].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : 'מכשיר לא מוכר';
}
