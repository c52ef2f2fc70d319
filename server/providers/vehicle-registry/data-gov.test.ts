import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { RegistryAway } from '#domain/catalogue/vehicles/vehicle-numbers.ts';
import { parseEnvironment } from '../../platform/environment.ts';
import { dataGov } from './data-gov.ts';
import { vehicleRegistry } from './providers.ts';

// A double of CKAN's `datastore_search`, as its documentation describes the replies.
const BIKES = 'bf9df4e2-d90d-4c0a-a400-19e15af8e95f';
const CARS = '053cea08-09bc-40ec-8f7a-156f0677aff3';
type Answer = { status?: number; body: unknown; never?: boolean };
let answers: Record<string, Answer>;
const queries: URLSearchParams[] = [];
const ckan = (records: object[]): Answer => ({ body: { help: '', success: true, result: { records, total: 1 } } });
const server = http.createServer((request, reply) => {
  const url = new URL(request.url ?? '', 'http://registry.example');
  queries.push(url.searchParams);
  const { status = 200, body } = answers[url.searchParams.get('resource_id') ?? ''] ?? ckan([]);
  if (url.pathname !== '/api/3/action/datastore_search') return reply.writeHead(404).end();
  // As the real one does with every client that isn't a browser.
  if (request.headers['user-agent'] !== 'datagov-external-client') return reply.writeHead(403).end();
  reply.writeHead(status, { 'content-type': 'application/json' });
  reply.end(typeof body === 'string' ? body : JSON.stringify(body));
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  answers = {};
  queries.length = 0;
});

const bike = { _id: 1, mispar_rechev: 1234567, tozeret_nm: ' הונדה  יפן', degem_nm: 'CB500X', shnat_yitzur: '2021' };
const find = (plate = '1234567') => dataGov({ url }).find(plate);

test('both lists are asked of the very plate; a motorcycle has its code, a car its commercial name too', async () => {
  answers[BIKES] = ckan([bike]);
  expect(await find()).toEqual({ make: 'הונדה יפן', model: 'CB500X', year: 2021 });
  expect(queries.map((query) => query.get('resource_id')).sort()).toEqual([CARS, BIKES].sort());
  for (const query of queries)
    expect({ filters: query.get('filters'), limit: query.get('limit') }).toEqual({
      filters: '{"mispar_rechev":1234567}',
      limit: '1',
    });
  answers = { [CARS]: ckan([{ ...bike, kinuy_mishari: 'JAZZ', degem_nm: 'GR3' }]) };
  expect(await find()).toEqual({ make: 'הונדה יפן', model: 'JAZZ GR3', year: 2021 });
  answers = {};
  expect(await find()).toBeNull();
});

test('a record of another plate is none', async () => {
  answers[BIKES] = ckan([{ ...bike, mispar_rechev: 7654321 }]);
  expect(await find()).toBeNull();
});

test.each<[string, Answer]>([
  ['a server error', { status: 503, body: 'busy' }],
  ['a refusal', { status: 409, body: { success: false, error: { __type: 'Validation Error' } } }],
  ['a page in place of JSON', { body: '<html>maintenance</html>' }],
  ['records of another shape', ckan([{ mispar_rechev: 1234567, shnat_yitzur: 'unknown' }])],
  ['more than an answer', { body: { success: true, result: { records: [], more: 'x'.repeat(100_001) } } }],
])('%s is away, and doesn’t name the plate', async (_, answer) => {
  answers[BIKES] = answer;
  const error = await find().catch((one) => one);
  expect(error).toBeInstanceOf(RegistryAway);
  expect(String(error)).not.toContain('1234567');
});

test('the list that answers is enough where it knows the plate; where it doesn’t, the other one may', async () => {
  answers = { [BIKES]: ckan([bike]), [CARS]: { status: 503, body: 'busy' } };
  expect(await find()).toEqual({ make: 'הונדה יפן', model: 'CB500X', year: 2021 });
  await expect(find('7654321')).rejects.toBeInstanceOf(RegistryAway);
});

test('a check asks both lists for nothing, and says which answer it got', async () => {
  expect(await dataGov({ url }).check()).toBe('both lists of vehicles answer');
  expect(queries.map((query) => [query.get('limit'), query.get('filters')])).toEqual([
    ['0', null],
    ['0', null],
  ]);
  answers[CARS] = { status: 503, body: 'busy' };
  await expect(dataGov({ url }).check()).rejects.toThrow('answered 503');
});

test('nobody there is away, too', async () => {
  await expect(dataGov({ url: 'http://127.0.0.1:9' }).find('1234567')).rejects.toBeInstanceOf(RegistryAway);
});

test('the demo answers its own plates, and live mode refuses it', async () => {
  const demo = vehicleRegistry(parseEnvironment({}));
  expect(await demo.find('1234567')).toMatchObject({ model: 'CB500X' });
  expect(await demo.find('1111111')).toBeNull();
  await expect(demo.find('9999999')).rejects.toBeInstanceOf(RegistryAway);
  const live = { MODE: 'live', SECRET: 'a secret of the tests, which is long enough' };
  expect(() => parseEnvironment({ ...live, VEHICLE_REGISTRY: 'demo' })).toThrow(/VEHICLE_REGISTRY: must not be/);
  expect(() => parseEnvironment({ ...live, VEHICLE_REGISTRY_URL: 'http://data.gov.il' })).toThrow(/https in live mode/);
});
