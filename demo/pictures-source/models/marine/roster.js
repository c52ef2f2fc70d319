// The twelve vehicles of GAL. Each has proportions and fittings of its own; colours follow the catalogue.
const detail = (target, radius, azimuth, elevation = 12) => ({ target, radius, azimuth, elevation });
const jetskiDetails = (length) => [detail([length * 0.05, 0.98, 0], 0.42, 52, 20), detail([-length / 2 + 0.16, 0.46, 0], 0.56, -48, 16)];
const accents = (pairs) => Object.fromEntries(Object.entries(pairs).map(([key, accent]) => [key, { accent }]));
const jetski = (slug, params, colours) => ({ slug, model: 'marine/jetski', kind: 'marine', params, colours: accents(colours), details: jetskiDetails(params.length), views: { hero: { azimuth: 40, elevation: 12, foot: 0.2 } } });
const boat = (slug, params, colours, details) => ({ slug, model: 'marine/boat', kind: 'marine', params, colours: accents(colours), details, views: { hero: { azimuth: 40, elevation: 12, foot: 0.2 } } });
const outboard = (slug, params, colours) => ({
  slug, model: 'marine/outboard', kind: 'outboard', params, colours: accents(colours),
  details: [detail([-0.2, params.eye, 0], params.power > 100 ? 0.42 : 0.34, 34, 12), detail([-0.42, 0.28, 0], 0.3, -40, 10)],
});

export const marine = [
  jetski('gal-spray-90', { name: 'SPRAY 90', length: 2.75, width: 0.93, seats: 2, seatLength: 1.15, screen: 0.06, mirrors: false, crown: 0.86, sharp: 0.4, hull: '#1d1f23', band: [0.12, 0.7], sweep: 0.5 },
    { yellow: '#17181b', sky: '#f3f4f2', lime: '#5a3a86', white: '#f0641e' }),
  jetski('gal-wave-130', { name: 'WAVE 130', length: 3.1, seats: 2, seatLength: 1.35, screen: 0.12, crown: 0.96, band: [0.2, 0.82], sweep: 0.3 },
    { blue: '#6fb1e0', white: '#1f4fa3', teal: '#ece3cf', red: '#17181b' }),
  jetski('gal-wave-230', { name: 'WAVE 230', length: 3.32, seats: 2, seatLength: 1.42, screen: 0.17, crown: 1.05, sharp: 1, hull: '#24262a', band: [0.1, 0.92], sweep: 0.45, nose: 0.01 },
    { red: '#f3f4f2', black: '#c8102e', lime: '#17181b', silver: '#1f4fa3' }),
  jetski('gal-wave-300s', { name: '300 S', length: 3.36, width: 1.03, seats: 1, seatLength: 1.3, screen: 0.1, crown: 1.12, sharp: 1.8, hull: '#111214', deckPaint: true, band: [0.3, 0.98], sweep: -0.2, nose: 0.025, spoiler: true },
    { black: '#c9a94a', orange: '#17181b', purple: '#a6ce39', yellow: '#17181b' }),
  jetski('gal-tour-170', { name: 'TOUR 170', length: 3.45, width: 1.06, seats: 3, seatLength: 1.62, screen: 0.3, crown: 1.08, touring: true, band: [0.05, 0.6], sweep: 0.15, barHeight: 0.04 },
    { navy: '#b9bec4', white: '#8c6a43', bronze: '#ece3cf', teal: '#17181b' }),
  boat('gal-bay-450', { layout: 'open', name: 'BAY 450', length: 4.5, width: 0.9, power: 20, motorHex: '#f3f4f2', seat: '#d9dde0', piping: '#1f4fa3', deckHex: '#b9bcc0', stripeRise: 0.25 },
    { white: '#1f4fa3', sky: '#f3f4f2', cream: '#8c6a43' }, [detail([-0.4, 0.8, 0], 0.9, 48, 26), detail([-2.3, 0.8, 0], 0.7, -45, 16)]),
  boat('gal-bay-520', { layout: 'console', name: 'BAY 520', length: 5.2, power: 60, tTop: true, motorHex: '#17181b', deckHex: '#8a8f94' },
    { white: '#1b2a4a', navy: '#c9b489', silver: '#c8102e', red: '#f3f4f2' }, [detail([0.1, 1.1, 0], 0.8, 130, 16), detail([-2.6, 0.8, 0], 0.8, -45, 16)]),
  boat('gal-rib-480', { layout: 'rib', name: 'RIB 480', length: 4.8, width: 0.86, power: 60, seat: '#2a2d31', piping: '#f0641e', deckHex: '#3a3d42', linerHex: '#e7e6e1', hullHex: '#f1f2f0', flare: 0.01 },
    { grey: '#f0641e', white: '#1f4fa3', orange: '#17181b', navy: '#b9bec4' }, [detail([0.1, 1.0, 0], 0.75, 130, 18), detail([1.7, 0.85, 0], 0.8, 40, 16)]),
  boat('gal-horizon-620', { layout: 'cuddy', name: 'HORIZON 620', length: 6.2, width: 1.14, power: 150, motorHex: '#f3f4f2', seat: '#efe8da', piping: '#8c6a43', deckHex: '#a98254', stripeRise: 0.06,
    lines: { bondY: [0.9, 0.92, 0.94, 0.97, 1.0, 1.05, 1.11, 1.18, 1.24] } },
    { white: '#1b2a4a', navy: '#ece3cf', burgundy: '#c9b489', cream: '#6d1a2c' }, [detail([-0.3, 1.3, 0], 1.1, 140, 22), detail([1.3, 1.3, 0], 1.0, 44, 18)]),
  outboard('gal-motor-20', { power: 20, eye: 1.1 }, { black: '#2f9fd0', white: '#1f4fa3', silver: '#17181b' }),
  outboard('gal-motor-60', { power: 60, eye: 1.3 }, { black: '#b9bec4', white: '#1a8a8a', navy: '#6fb1e0' }),
  outboard('gal-motor-150', { power: 150, eye: 1.65 }, { black: '#c8102e', white: '#1b2a4a', silver: '#f0641e' }),
];
