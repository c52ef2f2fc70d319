// Which banner shows whom, where. `x` and `foot` are pixels in a 1920×900 picture; headlines stand at the right.
const night = { ground: '#14161a', glow: '#d7182a', spark: '#f2b705' };
const dusk = { sky: ['#1c2742', '#8a4a55', '#f29a54', '#ffe0a6'], sun: '#fff0c4', far: '#c98a68', near: '#5b3b35', ground: '#8c6a52' };
const desert = { sky: ['#7fb2d8', '#cfe0e4', '#ffe9c2'], sun: '#fff7dd', far: '#e8c592', near: '#c48a4c', ground: '#d9ac6b' };
const rock = { sky: ['#6f94b4', '#b9cad3', '#f1e3c8'], sun: '#fff3d6', far: '#a9a08c', near: '#5f5a44', ground: '#8d7f5d', rough: 0.9, seed: 21 };
const forest = { sky: ['#86a9b5', '#cfdccf', '#eef0d8'], sun: '#fffbe6', far: '#8fa588', near: '#3d5138', ground: '#5a5238', seed: 40 };
const lime = { ground: '#10140c', glow: '#c3ef2f', spark: '#ff5a1f' };
const town = { sky: ['#7cc4d4', '#cfeaec', '#fff3e2'], far: '#9cc6cf', near: '#6fa7b3', sea: '#2f9fb0', ground: '#d9d5cb' };
const evening = { sky: ['#27305e', '#8a5f9a', '#ffb58a'], far: '#5d5488', near: '#3a3a66', sea: '#4a5c96', ground: '#a59db4' };
const park = { sky: ['#bfe0ea', '#eaf5ee', '#fdf8e8'], far: '#8dbb8f', near: '#4d8f62', ground: '#e4d8bf' };
const sunny = { sky: ['#3d8fd6', '#9fd0ee', '#eaf6fb'], sun: '#ffffff', sea: ['#5cb9d8', '#1f80b8', '#0a4b86'] };
const gold = { sky: ['#274a7d', '#b97f8c', '#ffcf97'], sun: '#fff2cf', sea: ['#d9a07c', '#4b6f9a', '#16365f'] };
const violet = { ground: '#12132b', glow: '#3d3bd8', spark: '#ff9f1c' };
const workshop = { ground: '#1d2125', glow: '#8fa3b5', spark: '#f2b705' };

const one = (name, place, colours, picture, more = {}) => ({ name, place, colours, vehicles: [{ picture, x: 620, width: 1160, ...more }], ...(place === 'sea' && { front: 'wash' }) });
const row = (name, place, colours, pictures, width = 760) => ({ name, place, colours, vehicles: pictures.map((picture, i) => ({ picture, x: [1130, 470, 800][i] ?? 640, foot: [770, 775, 850][i], width: width * [0.8, 0.8, 1][i], dim: [0.8, 0.85, 1][i] })), ...(place === 'sea' && { front: 'wash' }) });

export default [
  one('raam-hero-1', 'ridges', dusk, 'raam-masa-750/sand-hero'), one('raam-hero-2', 'hall', night, 'raam-barak-1100r/black-hero'), one('raam-hero-3', 'city', evening, 'raam-barak-300/red-hero'),
  row('raam-naked', 'hall', night, ['raam-barak-300/blue-hero', 'raam-barak-500/red-hero', 'raam-barak-800/grey-hero']), row('raam-sport', 'hall', { ...night, glow: '#5d6b7a' }, ['raam-sufa-400rr/blue-hero', 'raam-sufa-650rr/black-hero', 'raam-sufa-1000rr/red-hero']),
  row('raam-adventure', 'ridges', rock, ['raam-masa-450/sand-hero', 'raam-masa-750/red-hero', 'raam-masa-1200/olive-hero']), row('raam-touring', 'ridges', dusk, ['raam-derech-800/burgundy-hero', 'raam-derech-1300/silver-hero'], 900),
  one('zik-hero-1', 'ridges', forest, 'zik-e-enduro/lime-hero'), one('zik-hero-2', 'ridges', desert, 'zik-rally-450/orange-hero'), one('zik-hero-3', 'ridges', { ...forest, seed: 57 }, 'zik-dune-250/lime-hero'),
  row('zik-enduro', 'ridges', forest, ['zik-dune-125/white-hero', 'zik-dune-450/orange-hero', 'zik-dune-300-2t/lime-hero']), row('zik-rally', 'ridges', desert, ['zik-rally-700/black-hero', 'zik-rally-450/orange-hero'], 900),
  row('zik-electric', 'hall', lime, ['zik-e-trail/white-hero', 'zik-e-enduro/black-hero', 'zik-e-street/lime-hero']), row('zik-supermoto', 'city', evening, ['zik-super-450/yellow-hero', 'zik-super-450/black-hero'], 900),
  one('ruach-hero-1', 'city', town, 'ruach-urban-150/teal-hero'), one('ruach-hero-2', 'city', { ...town, sky: ['#f2c9a8', '#fbe6d2', '#fff7ee'] }, 'ruach-via-125/mint-hero'), one('ruach-hero-3', 'park', park, 'ruach-e3/lime-hero'),
  row('ruach-city', 'city', town, ['ruach-clip-50/yellow-hero', 'ruach-clip-125/orange-hero', 'ruach-urban-250/blue-hero']), row('ruach-maxi', 'city', evening, ['ruach-maxi-300/white-hero', 'ruach-maxi-350/burgundy-hero', 'ruach-maxi-400gt/silver-hero']),
  one('sela-hero-1', 'ridges', rock, 'sela-ayal-850/*-hero'), one('sela-hero-2', 'ridges', desert, 'sela-nimer-1000-4/*-hero'), one('sela-hero-3', 'ridges', forest, 'sela-eitan-ev/*-hero'),
  row('sela-atv', 'ridges', rock, ['sela-ayal-450/*-hero', 'sela-ayal-700/*-hero', 'sela-ayal-1000x/*-hero']), row('sela-side-by-side', 'ridges', desert, ['sela-nimer-800/*-hero', 'sela-nimer-1000-4/*-hero', 'sela-nimer-1000r/*-hero'], 820), row('sela-operational', 'ridges', forest, ['sela-eitan-570/*-hero', 'sela-eitan-ev/*-hero', 'sela-eitan-1000-crew/*-hero'], 820),
  one('noam-hero-1', 'park', park, 'noam-nof-4-plus/*-hero', { width: 900 }), one('noam-hero-2', 'park', { ...park, sky: ['#a8c4d6', '#dbe7ea', '#f4efe2'] }, 'noam-gag-4/*-hero', { width: 880 }), one('noam-hero-3', 'city', town, 'noam-masa-auto/*-hero', { width: 860 }),
  row('noam-three-wheels', 'park', park, ['noam-kal-3/*-hero', 'noam-duo-3/*-hero', 'noam-sport-3/*-hero'], 680), row('noam-four-wheels', 'park', park, ['noam-gan-4/*-hero', 'noam-sderot-4/*-hero', 'noam-marom-4/*-hero'], 680),
  one('gal-hero-1', 'sea', sunny, 'gal-wave-230/*-hero'), one('gal-hero-2', 'sea', gold, 'gal-horizon-620/*-hero', { width: 1160 }), one('gal-hero-3', 'sea', sunny, 'gal-bay-520/*-hero', { width: 1160 }),
  row('gal-jet-ski', 'sea', sunny, ['gal-spray-90/*-hero', 'gal-wave-130/*-hero', 'gal-wave-300s/*-hero']), row('gal-boats', 'sea', gold, ['gal-bay-450/*-hero', 'gal-rib-480/*-hero', 'gal-horizon-620/*-hero'], 840),
  one('ofek-hero-1', 'ridges', dusk, 'raam-masa-1200/olive-hero'), one('ofek-hero-2', 'ridges', desert, 'sela-nimer-1000-4/*-hero'), one('ofek-hero-3', 'sea', sunny, 'gal-wave-300s/orange-hero'), one('ofek-hero-4', 'city', evening, 'ruach-maxi-400gt/navy-hero'),
  row('ofek-all', 'hall', violet, ['sela-ayal-850/*-hero', 'ruach-maxi-350/teal-hero', 'raam-barak-800/red-hero'], 800), row('ofek-parts', 'hall', workshop, ['zik-dune-450/*-side', 'raam-barak-500/*-side'], 900),
];
