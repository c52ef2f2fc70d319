import type { OwnVehicle, OwnVehicleDetails, SoldVehicle } from '#contract/customers/own-vehicles.ts';
import { israelDay } from '#domain/calendar/israel-time.ts';
import { mediaPath } from '#domain/catalogue/media-path.ts';
import { type NextService, nextService, parseServicePlan } from '#domain/catalogue/vehicles/service-plan.ts';
import { mainImageOf } from '../../catalogue/cards/images.ts';
import { listVehicles } from '../../catalogue/cards/product-names.ts';
import { listPartsVehicles } from '../../catalogue/parts/vehicles.ts';
import { listDocuments } from '../../checkout/documents/read.ts';
import type { RequestContext } from '../../context.ts';
import { requireCustomer } from '../../identity/require-customer.ts';
import { refuse } from '../../platform/errors.ts';
import { type Piece, piecesOf, withoutTwins } from './vehicle-rows.ts';

export const nextServiceOf = (piece: Piece): NextService | null =>
  nextService(parseServicePlan(piece.plan), {
    startedOn: piece.handed_over_at && israelDay(piece.handed_over_at),
    services: piece.services,
    servicedOn: piece.serviced_on,
    servicedKm: piece.serviced_km,
    kilometres: piece.kilometres,
    kilometresOn: piece.kilometres_on,
  });

async function shown(ctx: RequestContext, pieces: Piece[]): Promise<OwnVehicle[]> {
  const [makes, sold, images] = await Promise.all([
    listPartsVehicles(ctx),
    listVehicles(ctx),
    mainImageOf(ctx, [...new Set(pieces.map(({ vehicle_uid }) => vehicle_uid))]),
  ]);
  const withParts = new Set(makes.flatMap(({ vehicles }) => vehicles.map(({ id }) => id)));
  return pieces.map((piece) => ({
    key: piece.key,
    name: piece.name,
    slug: piece.slug,
    year: piece.year,
    image: piece.media ? { image_url: mediaPath(piece.media) } : (images.get(piece.vehicle_uid) ?? null),
    colour: piece.values.find(({ value_type }) => value_type !== 'TEXT')?.value_name ?? '',
    plate: piece.plate,
    bought_at: piece.handed_over_at?.toISOString() ?? null,
    kilometres: piece.kilometres,
    next_service: nextServiceOf(piece),
    test_until: piece.test_until,
    insured_until: piece.insured_until,
    kept: piece.kept,
    sold: sold.some(({ uuid }) => uuid === piece.vehicle_uid),
    has_parts: withParts.has(piece.vehicle_uid),
  }));
}

/** Of vehicles by hand those that the store knows: others return when it does again. @throws UNAUTHORIZED */
export async function getOwnVehicles(ctx: RequestContext): Promise<OwnVehicle[]> {
  const { uuid } = requireCustomer(ctx);
  const all = await shown(ctx, withoutTwins(await piecesOf(ctx.db, uuid)));
  return all.filter(({ kept, has_parts, sold }) => kept || has_parts || sold);
}

/** The latest first. @throws UNAUTHORIZED */
export async function getSoldVehicles(ctx: RequestContext): Promise<SoldVehicle[]> {
  const pieces = await piecesOf(ctx.db, requireCustomer(ctx).uuid, { sold: true });
  return pieces
    .flatMap((piece) => (piece.sold_at ? [{ ...piece, sold_at: piece.sold_at }] : []))
    .sort((one, other) => other.sold_at.getTime() - one.sold_at.getTime())
    .map((piece) => ({
      ...{ key: piece.key, name: piece.name, year: piece.year, plate: piece.plate },
      sold_at: piece.sold_at.toISOString(),
      order: orderOf(piece),
    }));
}

const orderOf = ({ order_uid, order_number }: Piece) =>
  order_uid && order_number ? { uuid: order_uid, number: order_number } : null;

/** @throws UNAUTHORIZED, NOT_FOUND also for another customer's */
export async function findPiece(ctx: RequestContext, key: string, which?: { sold: boolean }): Promise<Piece> {
  const pieces = await piecesOf(ctx.db, requireCustomer(ctx).uuid, which);
  const piece = pieces.find((one) => one.key === key);
  if (!piece) throw refuse('NOT_FOUND');
  return piece;
}

/** @throws UNAUTHORIZED, NOT_FOUND */
export async function getOwnVehicle(ctx: RequestContext, key: string): Promise<OwnVehicleDetails> {
  const piece = await findPiece(ctx, key);
  const [[vehicle], documents] = await Promise.all([
    shown(ctx, [piece]),
    piece.order_uid ? listDocuments(ctx, { orderUid: piece.order_uid }) : [],
  ]);
  if (!vehicle) throw refuse('NOT_FOUND');
  return {
    ...vehicle,
    chassis: piece.chassis,
    has_official_plate: piece.has_official_plate,
    kilometres_on: piece.kilometres_on,
    services: piece.services,
    serviced_on: piece.serviced_on,
    serviced_km: piece.serviced_km,
    has_plan: piece.plan !== '',
    warranty: piece.warranty,
    order: orderOf(piece),
    documents,
  };
}
