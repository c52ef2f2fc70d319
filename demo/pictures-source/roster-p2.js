const scooter = (slug, model, params, colours, accent) => ({ slug: `ruach-${slug}`, model: `scooters/${model}`, kind: 'scooter', params, colours, accent });

const quad = (slug, model, params, colours, accent) => ({ slug: `sela-${slug}`, model: `four-wheel/${model}`, kind: 'four-wheel', params: { lift: 0.05, ...params }, colours, accent });

export default [
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
  quad('ayal-1000x', 'atv', { name: 'AYAL 1000 X', wheelbase: 1.44, track: 1.12, frontTrack: 1.08, r: 0.34, rim: 0.178, rearWidth: 0.28, frontWidth: 0.22, hood: 0.0, face: 'slit', sharp: 1, racks: false, bumper: 'sport', sport: true, tread: 'desert', depth: 0.012, pitches: 46, style: 'y', count: 6, ring: '#c8102e', spring: '#c8102e', stitch: '#c8102e', guards: true, winch: false, mirrors: false, lift: 0.09 }, ['black', 'orange', 'lime', 'white'], '#2b2e33'),
];
