// Marine vehicles, and every accessory and spare part that gear-models.csv lists (slug, picture_model, variant, hex, seed).
import path from 'node:path';
import { marine } from './models/marine/roster.js';
import { MODELS, special } from './models/gear/roster.js';

export default async function roster({ data, csv }) {
  const rows = await csv(path.join(data, 'pictures-source', 'gear-models.csv'));
  const entries = new Map();
  for (const { slug, picture_model: shape, variant, hex, seed } of rows) {
    const [file, options = {}] = MODELS[shape] ?? [];
    if (!file) throw new Error(`gear-models.csv: no model for "${shape}" (${slug})`);
    const overrides = special[slug] ?? {};
    if (!entries.has(slug)) {
      const [brand, ...name] = slug.toUpperCase().split('-');
      entries.set(slug, {
        slug, model: overrides.file ?? file, kind: file.startsWith('spares/') ? 'spare' : 'gear', colours: {}, views: overrides.views ?? options.views,
        params: { shape, seed: Number(seed), brand, name: overrides.label ?? name[0], ...options.params, ...overrides.params },
      });
    }
    entries.get(slug).colours[variant] = { paint: hex, accent: overrides.accent ?? options.accent };
  }
  return [...marine, ...entries.values()];
}
