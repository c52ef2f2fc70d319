import { formatPlate } from '#domain/catalogue/vehicles/vehicle-numbers.ts';
import type { FormValues } from '#domain/forms/parse-form.ts';
import { formatPhone } from '#domain/people/phone.ts';
import { formatNumber } from '#domain/text/format.ts';
import { listVehicles } from '../../catalogue/cards/product-names.ts';
import type { RequestContext } from '../../context.ts';
import { piecesOf } from '../../customers/garage/vehicle-rows.ts';

/**
 * What the form of a service visit begins with for who comes from a vehicle in the garage: the vehicle and the person.
 * `null` for everybody else, and for a vehicle of somebody else's.
 */
export async function serviceVisit(
  ctx: RequestContext,
  key: string | null,
): Promise<{ vehicles: { uuid: string; name: string; slug: string }[]; values: FormValues } | null> {
  if (!ctx.customer || !key) return null;
  const piece = (await piecesOf(ctx.db, ctx.customer.uuid)).find((one) => one.key === key);
  if (!piece) return null;
  const sold = (await listVehicles(ctx)).filter(({ uuid }) => uuid === piece.vehicle_uid);
  const { firstName, lastName, phone, email } = ctx.customer;
  const facts = [
    [piece.name, piece.year].filter(Boolean).join(' '),
    ...(piece.plate ? [`מספר רישוי ${formatPlate(piece.plate)}`] : []),
    ...(piece.kilometres === null ? [] : [`${formatNumber(piece.kilometres)} ק״מ`]),
  ];
  return {
    vehicles: sold,
    values: {
      product_uid: sold[0]?.uuid ?? '',
      name: `${firstName} ${lastName}`.trim(),
      phone: phone ? formatPhone(phone) : '',
      email: email ?? '',
      message: `טיפול: ${facts.join(', ')}\n`,
    },
  };
}
