import { bodyPaint } from './scooter-palette.js';
import { inked } from './wordmark.js';

let last;

/** Builds a vehicle once and only paints it again when the next colour of the same vehicle is asked for. */
export const repaintable = (shape) => (job) => {
  const key = JSON.stringify([job.params, job.accent]);
  if (last?.shape !== shape || last.key !== key) {
    last = { shape, key, vehicle: shape(job) };
    return last.vehicle;
  }
  const materials = new Set();
  last.vehicle.traverse((object) => { if (object.isMesh) materials.add(object.material); });
  for (const material of materials) {
    const { body, ink } = material.userData;
    if (body) bodyPaint(job.paint, body, material);
    if (ink) inked(ink.word, job.paint, ink.options, material);
  }
  return last.vehicle;
};
