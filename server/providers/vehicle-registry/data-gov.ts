import { z } from 'zod';
import { RegistryAway } from '#domain/catalogue/vehicles/vehicle-numbers.ts';
import type { RegisteredVehicle, VehicleRegistry } from './vehicle-registry.ts';

/**
 * The Ministry of Transport's open data, in the state's CKAN: `datastore_search` with `filters` answers the records of
 * one plate (CKAN documentation, DataStore extension). Motorcycles have no commercial name, private vehicles do.
 */
const RESOURCES = [
  'bf9df4e2-d90d-4c0a-a400-19e15af8e95f', // two wheels
  '053cea08-09bc-40ec-8f7a-156f0677aff3', // private and commercial
];
const FIELDS = 'mispar_rechev,tozeret_nm,degem_nm,kinuy_mishari,shnat_yitzur';
const WAIT_MS = 4_000;
/** An answer of one record is some hundred bytes. */
const MAX_LETTERS = 100_000;
/** The service refuses any other client that isn't a browser with 403. */
const USER_AGENT = 'datagov-external-client';

const text = z.string().nullish();
const answer = z.object({
  success: z.literal(true),
  result: z.object({
    records: z.array(
      z.object({
        mispar_rechev: z.union([z.number(), z.string()]),
        tozeret_nm: text,
        degem_nm: text,
        kinuy_mishari: text,
        shnat_yitzur: z.coerce.number().int().min(1900).max(2200),
      }),
    ),
  }),
});

export function dataGov({ url }: { url: string }): VehicleRegistry {
  return {
    async find(plate) {
      // Both at once: which of them knows the plate isn't known before.
      const answers = await Promise.allSettled(RESOURCES.map((resource) => ask(url, resource, plate)));
      const vehicleAnswer = answers.find((answer) => answer.status === 'fulfilled' && answer.value !== null);
      if (vehicleAnswer?.status === 'fulfilled') return vehicleAnswer.value;
      // A list that couldn't be asked may be the one that has the plate.
      const away = answers.find((answer) => answer.status === 'rejected');
      if (away?.status === 'rejected') throw away.reason;
      return null;
    },
    async check() {
      // No records, so that no plate is asked for.
      await Promise.all(RESOURCES.map((resource) => search(url, { resource_id: resource, limit: '0' })));
      return 'both lists of vehicles answer';
    },
  };
}

const search = (url: string, query: Record<string, string>) =>
  read(`${url}/api/3/action/datastore_search?${new URLSearchParams(query)}`);

async function ask(url: string, resource: string, plate: string): Promise<RegisteredVehicle | null> {
  // `fields` names one that motorcycles lack, which CKAN refuses; their whole record is small.
  const reply = await search(url, {
    resource_id: resource,
    filters: JSON.stringify({ mispar_rechev: Number(plate) }),
    limit: '1',
    ...(resource === RESOURCES[1] && { fields: FIELDS }),
  });
  const [record] = reply.result.records;
  // The filter is the service's: what it answers must be of this plate.
  if (!record || Number(record.mispar_rechev) !== Number(plate)) return null;
  const make = clean(record.tozeret_nm);
  const model = [...new Set([record.kinuy_mishari, record.degem_nm].map(clean).filter(Boolean))].join(' ');
  return make === '' ? null : { make, model: model || make, year: record.shnat_yitzur };
}

const clean = (value: string | null | undefined): string => (value ?? '').replace(/\s+/g, ' ').trim().slice(0, 60);

/** @throws RegistryAway for whatever is no complete answer; it never names the plate */
async function read(url: string): Promise<z.output<typeof answer>> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', 'user-agent': USER_AGENT },
      redirect: 'error',
      signal: AbortSignal.timeout(WAIT_MS),
    });
    if (!response.ok) throw new RegistryAway(`answered ${response.status}`);
    const body = await response.text();
    if (body.length > MAX_LETTERS) throw new RegistryAway('answered too much');
    const parsed = answer.safeParse(JSON.parse(body));
    if (!parsed.success) throw new RegistryAway('answered something else');
    return parsed.data;
  } catch (error) {
    if (error instanceof RegistryAway) throw error;
    throw new RegistryAway((error as Error).name);
  }
}
