/** Readable by the page, unlike the token: says only that someone is signed in, so that every visitor gets the same HTML. */
const MARKER_COOKIE = 'auth.signed_in';

export const hasMarker = (): boolean => document.cookie.split('; ').includes(`${MARKER_COOKIE}=1`);
