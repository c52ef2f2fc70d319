export type Address = Record<'city' | 'street' | 'house' | 'entrance' | 'floor' | 'apartment' | 'postal_code', string>;

/** `הרצל 10, כניסה ב׳, דירה 5, חיפה 3303101` (israel.md §3.3) */
export function addressLine(address: Address): string {
  const parts = [
    [address.street, address.house].filter(Boolean).join(' '),
    address.entrance && `כניסה ${address.entrance}`,
    address.floor && `קומה ${address.floor}`,
    address.apartment && `דירה ${address.apartment}`,
    [address.city, address.postal_code].filter(Boolean).join(' '),
  ];
  return parts.filter(Boolean).join(', ');
}
