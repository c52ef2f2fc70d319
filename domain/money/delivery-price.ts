import { normaliseSearchText } from '../search/search-text.ts';

/** Conditions and price; all conditions present must hold. */
export type DeliveryRule = {
  zone?: string;
  cities?: string[];
  postalCodes?: string[];
  weightFromG?: number;
  sumFromAgorot?: number;
  priceAgorot: number;
  freeFromAgorot: number | null;
};
export type DeliveryTerms = { priceAgorot: number; freeFromAgorot: number | null };
export type Parcel = { sumAgorot: number; weightG: number; city: string; postalCode: string };

/** Price of a delivery and its free-from threshold: the first rule that matches, else the type's own. */
export function deliveryTerms(type: DeliveryTerms & { prices: DeliveryRule[] }, parcel: Parcel): DeliveryTerms {
  const { priceAgorot, freeFromAgorot } = type.prices.find((rule) => suits(rule, parcel)) ?? type;
  return { priceAgorot, freeFromAgorot };
}

/** Agorot; 0 from the threshold up. */
export const deliveryPrice = ({ priceAgorot, freeFromAgorot }: DeliveryTerms, sumAgorot: number): number =>
  freeFromAgorot !== null && sumAgorot >= freeFromAgorot ? 0 : priceAgorot;

/** Whether the price is unknown until the destination is. */
export const dependsOnPlace = (rules: DeliveryRule[]): boolean =>
  rules.some(({ cities, postalCodes }) => cities !== undefined || postalCodes !== undefined);

function suits(rule: DeliveryRule, { sumAgorot, weightG, city, postalCode }: Parcel): boolean {
  if (weightG < (rule.weightFromG ?? 0) || sumAgorot < (rule.sumFromAgorot ?? 0)) return false;
  if (!rule.cities && !rule.postalCodes) return true;
  // The hyphen of תל אביב–יפו is often omitted.
  const isListedCity =
    city !== '' && rule.cities?.some((one) => normaliseSearchText(one) === normaliseSearchText(city));
  return isListedCity || (postalCode !== '' && (rule.postalCodes ?? []).some((start) => postalCode.startsWith(start)));
}
