import { SPARES, specialSpares } from '../spares/roster.js';

// picture_model → [model file, { params, views, accent }]; `special` holds what is particular to one product.
const helmet = (type, params) => ['gear/helmets', { params: { type, ...params }, views: { hero: { azimuth: 38, elevation: 6 } } }];
const front = { hero: { azimuth: 68, elevation: 14 } };
const hand = ['gear/gloves-boots', { views: { hero: { azimuth: 14, elevation: 6 } } }];
const boots = ['gear/gloves-boots', { views: { hero: { azimuth: 30, elevation: 12 } } }];
const bag = ['gear/luggage', { views: { hero: { azimuth: 28, elevation: 16 } } }];
const clothing = ['gear/clothing', { views: front }];
const fitting = (azimuth, elevation) => ['gear/fittings', { views: { hero: { azimuth, elevation } } }];
const outfit = (azimuth, elevation) => ['gear/outfit', { views: { hero: { azimuth, elevation } } }];
export const MODELS = {
  'helmet-full': helmet('full', { pattern: 0, tilt: 0.07 }),
  'helmet-modular': helmet('modular'),
  'helmet-jet': helmet('jet', { open: [58, 92], brow: 30, ear: -34, pattern: 3 }),
  'helmet-cross': helmet('cross', { pattern: 2, tilt: 0.1 }),
  'jacket-sport': clothing, 'jacket-adventure': clothing, 'jacket-city': clothing, trousers: clothing, wetsuit: clothing, 'life-vest': clothing, 'body-armour': ['gear/armour', { views: front }],
  'gloves-sport': hand, 'gloves-winter': hand, 'boots-touring': boots, 'boots-mx': boots, goggles: ['gear/gloves-boots', { views: { hero: { azimuth: 52, elevation: 8 } } }],
  'top-case': bag, 'side-case': bag, 'tank-bag': bag, backpack: bag, 'saddle-bag': bag, 'atv-box': ['gear/luggage', { views: { hero: { azimuth: 42, elevation: 16 } } }], 'dry-bag': bag, basket: bag,
  windscreen: fitting(54, 8), 'hand-guards': fitting(60, 10), 'crash-bars': fitting(46, 12), 'phone-mount': fitting(18, 10), intercom: fitting(14, 30), 'led-lights': fitting(20, 10), 'heated-grips': fitting(16, 28), 'mirror-set': fitting(16, 8), 'exhaust-slip-on': fitting(24, 8),
  'cup-holder': fitting(24, 14), 'cane-holder': fitting(30, 12), winch: fitting(38, 22), 'snow-plough': fitting(50, 12), 'roof-canopy': fitting(40, 18),
  cover: outfit(38, 12), 'boat-cover': outfit(40, 12), 'lock-disc': outfit(24, 24), 'lock-chain': outfit(14, 32), charger: outfit(14, 34), 'stand-paddock': outfit(44, 16), 'tow-tube': outfit(38, 20), anchor: outfit(14, 12), fender: outfit(14, 8), wakeboard: outfit(14, 6),
  ...SPARES,
};
export const special = {
  ...specialSpares,
  'kipod-atlas-full': { params: { matt: true, pattern: undefined } },
  'kipod-corsa-full': { params: { spoiler: 0.03, carbon: true, tint: '#2a4a8a', opacity: 0.88 } },
  'nativ-rain-shell': { params: { rain: true } },
  'nativ-apex-gloves': { params: { accents: { '#17181b': '#c8102e', '#c8102e': '#17181b' }, knuckle: 'carbon', cuff: 0.075 } },
  'nativ-metro-gloves': { params: { cuff: 0.045 } },
  'shetach-claw-gloves': { params: { accents: { '#17181b': '#f0641e' }, knuckle: 'rubber', cuff: 0.02, long: false } },
  'tzeda-seat-bag': { params: { item: 'seat-bag' } },
  'ofek-maxi-windscreen': { params: { tall: true } },
  'mishan-canopy': { params: { item: 'canopy' } },
  'mishan-home-charger': { params: { home: true } },
  'bariach-quad-cover': { params: { vehicle: 'quad' } },
  'bariach-mobility-cover': { params: { vehicle: 'mobility' } },
  'ogen-jetski-cover': { params: { vehicle: 'jetski' } },
  'ogen-harbour-boat-cover': { params: { vehicle: 'boat' } },
  'nativ-grip-sport-jacket': { params: { accents: { '#17181b': '#f3f4f2', '#c8102e': '#f3f4f2' } } },
  'nativ-horizon-adventure-jacket': { params: { accents: { '#c9b489': '#8c6a43', '#5d636b': '#c8102e', '#17181b': '#f0641e' } } },
  'ogen-tide-wetsuit': { params: { accents: { '#17181b': '#6fb1e0', '#1a8a8a': '#17181b' } } },
  'kipod-shell-armour': { params: { accents: { '#17181b': '#c8102e', '#f3f4f2': '#c8102e' } } },
  'shetach-berm-boots': { params: { accents: { '#f3f4f2': '#c8102e', '#17181b': '#a6ce39', '#f0641e': '#17181b' } } },
  'shetach-vista-goggles': { params: { accents: { '#f3f4f2': '#1f4fa3' } } },
  'kipod-dust-kids': { params: { scale: 0.86, peak: 0.1, pattern: 1 } },
};
