import { colours as palette } from './colours.js';

const scooter = (slug, model, params, colours, accent) => ({ slug: `ruach-${slug}`, model: `scooters/${model}`, kind: 'scooter', params, colours, accent });

const quad = (slug, model, params, colours, accent) => ({ slug: `sela-${slug}`, model: `four-wheel/${model}`, kind: 'four-wheel', params: { lift: 0.05, ...params }, colours, accent });

const chair = (slug, model, params, colours, accent = '#3b3f45') => ({ slug: `noam-${slug}`, model: `mobility/${model}`, kind: 'mobility', params, colours, accent });

const vehicles = [
  scooter('clip-50', 'city', { name: 'Clip 50', stripe: '#f2c21a', round: 0.036 }, ['red', 'mint', 'white', 'black']),
  scooter('clip-125', 'city', { name: 'Clip 125', wheelbase: 1.3, r: 0.25, rim: 0.165, width: 0.115, lamp: 'apron', tail: 'long', screen: 0.12, wheelStyle: { style: 'y', count: 5 } }, ['blue', 'white', 'black', 'lime']),
  scooter('cargo-125', 'city', { name: 'Cargo', wheelbase: 1.34, r: 0.25, rim: 0.152, width: 0.12, lamp: 'apron', box: true, rack: false, wheelStyle: { style: 'swirl', count: 6 }, screen: 0.2 }, ['white', 'red', 'yellow', 'black']),
  scooter('via-125', 'retro', { name: 'Via 125', whitewall: true }, ['cream', 'mint', 'burgundy', 'sky']),
  scooter('via-200', 'retro', { name: 'Via 200', wheelbase: 1.34, r: 0.25, width: 0.12, split: true, screen: true, rack: false, seat: '#1d1d20', piping: '#c9ccd0', long: 0.04 }, ['navy', 'black', 'silver', 'green'], '#1b1d20'),
  scooter('maxi-300', 'maxi', { name: 'Maxi 300', girth: 0.92, screen: 0.3, face: 'brow', wheelbase: 1.47, wheelStyle: { style: 'star', count: 6 } }, ['grey', 'white', 'blue', 'black']),
  scooter('maxi-350', 'maxi', { name: 'Maxi 350', face: 'boomerang', screen: 0.26, sport: true, goldFork: true, nose: 0.03, flank: '#17181b', stitch: '#c8102e', wheelbase: 1.53 }, ['red', 'silver', 'black', 'olive']),
  scooter('maxi-400gt', 'maxi', { name: 'Maxi 400 GT', face: 'quad', screen: 0.56, girth: 1.07, topCase: true, both: true, fairingMirrors: true, wheelbase: 1.58, seatY: 0.8, seat: '#3a2a20', wheelStyle: { style: 'twin', count: 6 } }, ['navy', 'bronze', 'white', 'black']),
  scooter('urban-150', 'maxi', { name: 'Urban 150', wheelbase: 1.36, squeeze: 0.68, squeezeRear: 0.86, girth: 0.78, rf: 0.255, rr: 0.25, rimF: 0.178, rimR: 0.165, width: 0.115, screen: 0.12, face: 'slant', flat: true, tunnel: 0.36, seatY: 0.775, guardPaint: 'trim', wheelStyle: { style: 'star', count: 5 } }, ['white', 'red', 'teal', 'black']),
  scooter('urban-250', 'maxi', { name: 'Urban 250', wheelbase: 1.44, squeeze: 0.74, squeezeRear: 0.88, girth: 0.85, rf: 0.27, rr: 0.262, width: 0.125, screen: 0.2, face: 'boomerang', nose: -0.02, flat: true, tunnel: 0.37, flank: '#2b2e33', both: true, wheelStyle: { style: 'swirl', count: 6 }, stitch: '#f0641e', sport: true }, ['orange', 'grey', 'white', 'navy']),
  scooter('e1', 'electric-small', { name: 'E1' }, ['mint', 'white', 'black', 'yellow']),
  scooter('e3', 'electric', { name: 'E3' }, ['silver', 'black', 'teal', 'orange']),
  quad('ayal-200', 'atv', { name: 'AYAL 200', wheelbase: 1.1, track: 0.8, r: 0.27, rim: 0.13, frontWidth: 0.17, rearWidth: 0.21, hood: -0.03, face: 'round', winch: false, flare: 0.02, bumper: 'loop', lift: 0.0, tread: 'block', pitches: 34, depth: 0.009, style: 'dish' }, ['red', 'green', 'yellow', 'black']),
  quad('ayal-450', 'atv', { name: 'AYAL 450', face: 'slit', spring: '#2b2e33', style: 'star', count: 6 }, ['red', 'olive', 'blue', 'white']),
  quad('ayal-570', 'atv', { name: 'AYAL 570', wheelbase: 1.34, track: 0.95, r: 0.32, hood: 0.01, face: 'pod', bumper: 'bull', spring: '#f2c21a', style: 'y', count: 5, guards: true }, ['green', 'sand', 'orange', 'black']),
  quad('ayal-700', 'atv', { name: 'AYAL 700 EPS', wheelbase: 1.46, track: 0.98, r: 0.325, hood: 0.02, face: 'claw', twoUp: true, backrest: false, alloy: true, style: 'twin', count: 6, spring: '#c8102e', guards: true }, ['blue', 'silver', 'olive', 'red']),
  quad('ayal-850', 'atv', { name: 'AYAL 850', wheelbase: 1.5, track: 1.0, r: 0.335, rearWidth: 0.27, frontWidth: 0.22, hood: 0.03, face: 'claw', sharp: 0.4, twoUp: true, backrest: true, bumper: 'bull', rimColour: '#3a3c40', style: 'swirl', count: 7, spring: '#f0641e', guards: true, screen: true, lift: 0.07 }, ['sand', 'black', 'bronze', 'grey']),
  quad('ayal-1000x', 'atv', { name: 'AYAL 1000 X', wheelbase: 1.44, track: 1.12, frontTrack: 1.08, r: 0.34, rim: 0.178, rearWidth: 0.28, frontWidth: 0.22, hood: 0.0, face: 'slit', sharp: 1, racks: false, bumper: 'sport', sport: true, tread: 'desert', depth: 0.012, pitches: 38, style: 'y', count: 6, ring: '#c8102e', spring: '#c8102e', stitch: '#c8102e', guards: true, winch: false, mirrors: false, lift: 0.09 }, ['black', 'orange', 'lime', 'white'], '#2b2e33'),
  quad('nimer-800', 'side-by-side', { name: 'NIMER 800', face: 'stack' }, ['red', 'blue', 'sand', 'grey']),
  quad('nimer-1000r', 'side-by-side', { name: 'NIMER 1000 R', wheelbase: 2.28, track: 1.46, r: 0.38, rim: 0.19, tread: 'desert', depth: 0.014, face: 'claw', sport: true, accentFender: true, style: 'y', count: 6, ring: '#b9bec4', spring: '#c8102e', trimColour: '#8f1220', belt: '#c8102e', lift: 0.12 }, ['orange', 'blue', 'yellow', 'black'], '#1b1d20'),
  quad('nimer-1000-4', 'side-by-side', { name: 'NIMER 1000-4', wheelbase: 2.92, track: 1.38, r: 0.365, rows: 2, face: 'slit', alloy: true, style: 'twin', count: 6, spring: '#f0641e', lift: 0.08 }, ['bronze', 'olive', 'white', 'black']),
  quad('eitan-570', 'utility', { name: 'EITAN 570', places: 2, face: 'round' }, ['olive', 'sand', 'white']),
  quad('eitan-1000-crew', 'utility', { name: 'EITAN 1000 CREW', wheelbase: 2.95, r: 0.34, rows: 2, places: 3, doors: true, bed: 0.85, alloy: true, style: 'y', count: 6, lightBar: true, fullScreen: true, lift: 0.07 }, ['olive', 'silver', 'navy', 'white']),
  quad('eitan-ev', 'utility', { name: 'EITAN EV', wheelbase: 2.08, electric: true, places: 2, roofPaint: true, bull: false, rimColour: '#d5d8da', style: 'swirl', count: 7, tread: 'block', depth: 0.009, pitches: 44, stitch: '#2fb36a', lift: 0.03 }, ['white', 'green', 'grey']),
  chair('kal-3', 'scooter', { name: 'Kal 3', front: 1, wheelbase: 0.86, r: 0.125, rf: 0.11, width: 0.07, track: 0.46, head: false, seatHalf: 0.205, seatBack: 0.38, seatY: 0.61, tillerY: 0.9, mirrors: false, loop: false, basket: true, deckWidth: 0.22, bumper: false }, ['red', 'blue', 'silver']),
  chair('shvil-3', 'scooter', { name: 'Shvil 3', front: 1, wheelbase: 1.02, r: 0.16, rf: 0.15, face: 'low', twoTone: true, piping: '#8d9299', quilted: true, rearBasket: true }, ['burgundy', 'green', 'navy', 'silver']),
  chair('duo-3', 'scooter', { name: 'Duo 3', front: 1, wheelbase: 1.16, r: 0.19, rf: 0.18, width: 0.1, track: 0.7, bench: true, seatY: 0.7, seatBack: 0.44, seat: '#4a3124', piping: '#e8dfca', loop: false, tillerY: 1.02, deckWidth: 0.32, rimColour: '#e6e3da', style: 'dish', screen: 0.3 }, ['cream', 'green', 'navy', 'red']),
  chair('sport-3', 'scooter', { name: 'Sport 3', front: 1, wheelbase: 1.2, r: 0.19, rf: 0.2, width: 0.1, track: 0.6, sport: true, loop: false, head: false, seatBack: 0.4, seatY: 0.62, style: 'y', count: 5, piping: '#c8102e', face: 'low', tillerY: 0.98, suspension: true, springColour: '#c8102e', rimColour: '#2b2e33', seat: '#17181a' }, ['black', 'blue', 'orange', 'red']),
  chair('nof-4', 'scooter', { name: 'Nof 4', basket: true, head: false, wheelbase: 0.94, r: 0.14, rf: 0.132, track: 0.5 }, ['blue', 'burgundy', 'mint', 'silver']),
  chair('nof-4-plus', 'scooter', { name: 'Nof 4 Plus', wheelbase: 1.04, r: 0.165, rf: 0.158, track: 0.57, quilted: true, piping: '#a89a83', twoTone: true, face: 'round', style: 'twin', rearBox: true, nose: 0.02 }, ['bronze', 'burgundy', 'navy', 'silver']),
  chair('gan-4', 'scooter', { name: 'Gan 4', wheelbase: 1.0, r: 0.155, rf: 0.15, basket: true, rearBasket: true, seat: '#7d6a4f', piping: '#efe7d3', style: 'dish', rimColour: '#efece2', face: 'round', head: false, cane: true }, ['green', 'cream', 'mint', 'red']),
  chair('sderot-4', 'scooter', { name: 'Sderot 4', wheelbase: 1.2, r: 0.195, rf: 0.185, width: 0.105, track: 0.62, nose: 0.04, face: 'low', quilted: true, style: 'swirl', count: 6, screen: 0.34, rearBox: true, tillerY: 1.02, seatY: 0.7, deckWidth: 0.3 }, ['navy', 'black', 'burgundy', 'silver'], '#22252a'),
  chair('marom-4', 'scooter', { name: 'Marom 4', wheelbase: 1.26, r: 0.21, rf: 0.205, width: 0.115, track: 0.66, nose: 0.06, face: 'pair', suspension: true, style: 'y', count: 5, loop: false, quilted: true, piping: '#f0641e', tillerY: 1.05, seatY: 0.74, deckWidth: 0.31, rimColour: '#2b2e33', twoTone: true }, ['bronze', 'green', 'grey', 'navy'], '#1d1f22'),
  chair('gag-4', 'scooter', { name: 'Gag 4', wheelbase: 1.22, r: 0.19, rf: 0.185, width: 0.1, track: 0.64, nose: 0.03, face: 'round', canopy: true, style: 'twin', count: 6, quilted: true, tillerY: 1.02, seatY: 0.69, deckWidth: 0.3, rearBasket: false }, ['white', 'navy', 'mint']),
  chair('masa-lite', 'travel', { name: 'MASA LITE' }, ['sky', 'orange', 'black']),
  chair('masa-auto', 'travel', { name: 'MASA AUTO', auto: true, wheelbase: 0.82, r: 0.12, rf: 0.105, track: 0.46 }, ['teal', 'red', 'silver', 'black']),
];

// One vehicle of a scene: which, in which colour, where on the floor, and how far it is turned.
const place = (slug, colour, at, turn = 0) => {
  const { model, params, accent } = vehicles.find((entry) => entry.slug === slug);
  return { model: model.split('/')[1] === 'scooter' ? 'mobility' : model.split('/')[1], params, accent, paint: palette[colour], at, turn };
};
const scene = (slug, stand, size = [2000, 900]) => ({ slug, model: 'scenes/line-up', kind: 'scene', params: { stand }, colours: ['banner'], size, views: { hero: { azimuth: 24, elevation: 6, fill: [0.94, 0.84] } } });

const scenes = [
  scene('scene-ruach-range', [place('ruach-e1', 'mint', [1.9, 0.5]), place('ruach-via-125', 'cream', [0.2, -0.4]), place('ruach-maxi-350', 'burgundy', [-1.6, 0.3])]),
  scene('scene-sela-range', [place('sela-ayal-850', 'sand', [2.7, -0.4]), place('sela-nimer-1000r', 'orange', [0.2, 0.2]), place('sela-eitan-1000-crew', 'olive', [-3.4, 0.9])]),
  scene('scene-noam-range', [place('noam-masa-lite', 'sky', [1.55, -0.2]), place('noam-shvil-3', 'burgundy', [0.4, 0.35]), place('noam-sderot-4', 'navy', [-1.0, -0.1]), place('noam-gag-4', 'white', [-2.5, 0.55])]),
];

export default [...vehicles, ...scenes];
