import * as THREE from 'three';
import { build as city } from '../scooters/city.js';
import { build as electric } from '../scooters/electric.js';
import { build as electricSmall } from '../scooters/electric-small.js';
import { build as maxi } from '../scooters/maxi.js';
import { build as retro } from '../scooters/retro.js';
import { build as atv } from '../four-wheel/atv.js';
import { build as sideBySide } from '../four-wheel/side-by-side.js';
import { build as utility } from '../four-wheel/utility.js';
import { build as mobility } from '../mobility/scooter.js';
import { build as travel } from '../mobility/travel.js';

const MODELS = { city, electric, 'electric-small': electricSmall, maxi, retro, atv, 'side-by-side': sideBySide, utility, mobility, travel };

/** Several vehicles of a store standing together, for the banners: `stand` lists { model, params, paint, accent, at: [x, z], turn }. */
export function build({ params }) {
  const scene = new THREE.Group();
  for (const { model, at, turn = 0, accent = '#2b2e33', ...rest } of params.stand) {
    const vehicle = MODELS[model]({ accent, ...rest });
    vehicle.position.set(at[0], 0, at[1]);
    vehicle.rotation.y = (turn * Math.PI) / 180;
    scene.add(vehicle);
  }
  return scene;
}
