import { plateForm } from '#contract/leads/trade-in-form.ts';
import type { Db } from '#db/client.ts';
import { plateAnswers } from '#db/schema/index.ts';
import { sql } from '#db/sql.ts';
import { registeredModel } from '#domain/catalogue/parts/registered-model.ts';
import { parsePlate, RegistryAway } from '#domain/catalogue/vehicles/vehicle-numbers.ts';
import { type FormReply, parseForm } from '#domain/forms/parse-form.ts';
import { type PlateReply, tradeInName } from '#domain/people/trade-in-questions.ts';
import type { Deps, RequestContext } from '../../context.ts';
import { Refusal, refuse } from '../../platform/errors.ts';
import { take, takeOrRefuse } from '../../platform/limits.ts';
import type { RegisteredVehicle } from '../../providers/vehicle-registry/vehicle-registry.ts';

/** Make, model and year of a plate don't change; one that is unknown may be new. */
const KEPT_DAYS = { found: 90, unknown: 1 };

/** An answer that is still good, without asking anybody. `undefined`: none. */
export async function keptAnswer(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  plate: string,
): Promise<RegisteredVehicle | null | undefined> {
  const { rows } = await db.execute<{ vehicle: RegisteredVehicle | null }>(sql`
    select vehicle from plate_answers where plate = ${plate} and created_at > ${now().toISOString()}::timestamptz
      - make_interval(days => case when vehicle is null then ${KEPT_DAYS.unknown}::int else ${KEPT_DAYS.found}::int end)`);
  return rows[0]?.vehicle ?? (rows.length > 0 ? null : undefined);
}

/**
 * Make, model and year of a plate: as kept, or of the registry. @throws BAD_REQUEST for what is no plate, RATE_LIMITED
 */
export async function findVehicle(ctx: RequestContext, typed: string): Promise<PlateReply> {
  const plate = parsePlate(typed);
  if (!plate)
    throw refuse('BAD_REQUEST', { fields: [{ path: 'plate', message: 'מספר רישוי הוא חמש עד שמונה ספרות' }] });
  await takeOrRefuse(ctx, [{ policy: 'plate' }]);
  const storedVehicle = await keptAnswer(ctx, plate);
  if (storedVehicle !== undefined) return replyOf(plate, storedVehicle);
  // The limit is of all callers together, so that the reply's headers don't mention it.
  const { over } = await take({ ...ctx, limits: [] }, [{ policy: 'registry' }]);
  if (over) return { state: 'away', plate };
  try {
    const vehicle = await ctx.registry.find(plate);
    await keep(ctx.db, plate, vehicle, ctx.now());
    return replyOf(plate, vehicle);
  } catch (error) {
    if (!(error instanceof RegistryAway)) throw error;
    ctx.log.warn({ reason: error.message }, 'the vehicle registry is away');
    return { state: 'away', plate };
  }
}

const replyOf = (plate: string, vehicle: RegisteredVehicle | null): PlateReply =>
  vehicle ? { state: 'found', plate, ...vehicle } : { state: 'unknown', plate };

const keep = (db: Db, plate: string, vehicle: RegisteredVehicle | null, createdAt: Date) =>
  db
    .insert(plateAnswers)
    .values({ plate, vehicle, createdAt })
    .onConflictDoUpdate({ target: plateAnswers.plate, set: { vehicle, createdAt } });

type Makes<V> = { name: string; name_en: string; vehicles: V[] }[];
type FoundModel<V> = { vehicle: V; plate: string; year: number; refused?: undefined } | { refused: FormReply };

/** The model of the plate of a form. `refused` says why there is none, and how to go on. */
export async function findModel<V extends { name: string }>(
  ctx: RequestContext,
  form: FormData,
  makes: Makes<V>,
  texts: { byHand: string; notOurs: string },
): Promise<FoundModel<V>> {
  const { data, errors, values } = parseForm(plateForm, form);
  if (errors) return { refused: { errors, values } };
  const refused = (message: string) => ({ refused: { errors: {}, values, message } });
  try {
    const plateReply = await findVehicle(ctx, data.plate);
    if (plateReply.state !== 'found') {
      const why = plateReply.state === 'away' ? 'מאגר הרכב אינו זמין כרגע.' : 'המספר אינו במאגר הרכב. בדקו אותו, או';
      return refused(`${why} ${texts.byHand}`);
    }
    const vehicle = registeredModel(makes, plateReply);
    if (!vehicle) return refused(`${tradeInName(plateReply)}: ${texts.notOurs}`);
    return { vehicle, plate: plateReply.plate, year: plateReply.year };
  } catch (error) {
    if (error instanceof Refusal) return refused(error.message);
    throw error;
  }
}
