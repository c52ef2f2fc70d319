import { RegistryAway } from '#domain/catalogue/vehicles/vehicle-numbers.ts';
import type { Environment } from '../../platform/environment.ts';
import { dataGov } from './data-gov.ts';
import type { RegisteredVehicle, VehicleRegistry } from './vehicle-registry.ts';

/** The demo's plates (docs/operating.md); any other is unknown. Live mode refuses it. */
const demoPlates: Record<string, RegisteredVehicle> = {
  '1234567': { make: 'הונדה יפן', model: 'CB500X', year: 2021 },
  '7654321': { make: 'ימאהה יפן', model: 'TMAX 560', year: 2022 },
  // lint-allow store-name: a vehicle whose parts the demo sells
  '3005500': { make: 'רעם', model: 'BARAK 500', year: 2022 },
  '12345678': { make: 'סאן יאנג', model: 'JOYMAX 300', year: 2020 },
};
/** The registry is away for this one. */
const DEMO_AWAY = '9999999';

const demo: VehicleRegistry = {
  async find(plate) {
    if (plate === DEMO_AWAY) throw new RegistryAway('demo');
    return demoPlates[plate] ?? null;
  },
  check: async () => `${Object.keys(demoPlates).length} plates of the demo`,
};

/** Vehicles that are typed by hand need none. */
const off: VehicleRegistry = {
  async find() {
    throw new RegistryAway('off');
  },
  check: async () => 'off: vehicles are typed by hand',
};

type Settings = Pick<Environment, 'MODE' | 'VEHICLE_REGISTRY' | 'VEHICLE_REGISTRY_URL'>;

export function vehicleRegistry({ MODE, VEHICLE_REGISTRY, VEHICLE_REGISTRY_URL: url }: Settings): VehicleRegistry {
  const name = VEHICLE_REGISTRY ?? (MODE === 'demo' ? 'demo' : 'data-gov');
  return { demo, off, 'data-gov': dataGov({ url }) }[name];
}
