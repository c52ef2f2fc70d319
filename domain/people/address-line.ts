/** `remarks` are for who brings it, and no part of the line. */
export type PostalAddress = Partial<
  Record<
    'city' | 'street' | 'house' | 'entrance' | 'floor' | 'apartment' | 'postal_code' | 'remarks',
    string | undefined
  >
>;

/** A word and its number stay in one line: `הרצל 10, כניסה ב׳, דירה 5, חיפה 3303101` */
export function addressLine(address: PostalAddress): string {
  const parts = [
    [address.street || houseWord(address.house), address.house].filter(Boolean).join('\u00a0'),
    address.entrance && `כניסה\u00a0${address.entrance}`,
    address.floor && `קומה\u00a0${address.floor}`,
    address.apartment && `דירה\u00a0${address.apartment}`,
    [address.city, address.postal_code].filter(Boolean).join('\u00a0'),
  ];
  return parts.filter(Boolean).join(', ');
}

const POST_BOX =
  /^[\s,]*(?:ת[.\s״"'׳”“’`]*ד(?=[.\s:\d]|$)|תא[\s\-־]+דואר|תיבת[\s\-־]+דואר|p\.?\s?o\.?\s?b(?:ox)?(?![a-z]))/iu;

/** Whether a street or house is a post box (`ת.ד. 123`, `תא דואר`), to which no courier brings anything. */
export const isPostBox = (text: string): boolean => POST_BOX.test(text);
export const POST_BOX_REFUSED = 'שליח אינו מגיע לתא דואר. הזינו רחוב ומספר בית';

/** A settlement without streets: a bare number would say nothing. */
const houseWord = (house = ''): string => (/^\d/.test(house) ? 'בית' : '');
