/** Readable by the page, unlike the token: says only that someone is signed in, so that every visitor gets the same HTML. */
const MARKER_COOKIE = 'auth.signed_in';

export const hasMarker = (): boolean => document.cookie.split('; ').includes(`${MARKER_COOKIE}=1`);

let uid: string | null = null;
/** Who is signed in, once the page has asked; for calls that name the customer. */
export const signedInUid = (): string | null => uid;
export function setSignedInUid(uuid: string | null): void {
  uid = uuid;
}
