import { formatPlate } from '#domain/catalogue/vehicles/vehicle-numbers.ts';
import type { FormValues } from '#domain/forms/parse-form.ts';
import { formatPhone } from '#domain/people/phone.ts';
import { formatNumber } from '#domain/text/format.ts';
import { listVehicles } from '../../catalogue/cards/product-names.ts';
import type { RequestContext } from '../../context.ts';
import { vehicleRowsOf } from '../../customers/garage/vehicle-rows.ts';

/**
 * What the form of a service visit begins with for who comes from a vehicle in the garage: the vehicle and the person.
 * `null` for everybody else, and for a vehicle of somebody else's.
 */
export async function serviceVisit(
  ctx: RequestContext,
  key: string | null,
): Promise<{ vehicles: { uuid: string; name: string; slug: string }[]; values: FormValues } | null> {
  if (!ctx.customer || !key) return null;
  const ownVehicle = (await vehicleRowsOf(ctx.db, ctx.customer.uuid)).find((one) => one.key === key);
  if (!ownVehicle) return null;
  const sold = (await listVehicles(ctx)).filter(({ uuid }) => uuid === ownVehicle.vehicle_uid);
  const { firstName, lastName, phone, email } = ctx.customer;
  const facts = [
    [ownVehicle.name, ownVehicle.year].filter(Boolean).join(' '),
    ...(ownVehicle.plate ? [`מספר רישוי ${formatPlate(ownVehicle.plate)}`] : []),
    ...(ownVehicle.kilometres === null ? [] : [`${formatNumber(ownVehicle.kilometres)} ק״מ`]),
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
