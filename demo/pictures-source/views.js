// Where the camera stands for each view. Azimuth 0 is the vehicle's left side (it faces left in the picture), 90 its front.
// A thing lower than its picture stands higher than `foot`, where `under` says so: that part of the empty height is below it.
const base = { fov: 22, fill: [0.88, 0.82], foot: 0.1, elevation: 6 };
const KINDS = {
  motorbike: { hero: { azimuth: 36, elevation: 5 }, rear: { azimuth: -40, elevation: 9 } },
  'four-wheel': { hero: { azimuth: 40, elevation: 9 }, rear: { azimuth: -42, elevation: 12 } },
  scooter: { hero: { azimuth: 36, elevation: 6 } },
  mobility: { hero: { azimuth: 38, elevation: 9 } },
  marine: { hero: { azimuth: 38, elevation: 9 } },
  outboard: { hero: { azimuth: 34, elevation: 6 }, size: [1200, 1200] },
  gear: { hero: { azimuth: 32, elevation: 10, fill: [0.8, 0.78], foot: 0.11, under: 0.43 }, side: { under: 0.43 }, rear: { azimuth: -145, elevation: 10, fill: [0.8, 0.78], foot: 0.11, under: 0.43 } },
  spare: { hero: { azimuth: 30, elevation: 22, fill: [0.78, 0.74], foot: 0.13, under: 0.43 }, side: { under: 0.43 } },
};

// `extra` may set views of its own ({ hero: { azimuth } }) and details ([{ target, radius, azimuth, elevation }]).
export function viewsOf(kind, extra = {}) {
  const kindViews = KINDS[kind] ?? {}, views = {};
  const standard = { hero: { azimuth: 38 }, side: { azimuth: 0, elevation: 3 }, front: { azimuth: 88, elevation: 5 }, rear: { azimuth: -42, elevation: 9 } };
  for (const name of ['hero', 'side', 'front', 'rear']) views[name] = { ...base, ...standard[name], ...kindViews[name], ...extra.views?.[name] };
  for (const [i, detail] of (extra.details ?? []).entries()) views[`detail-${i + 1}`] = { ...base, fov: 26, azimuth: 30, elevation: 10, ...detail };
  views.spin = (name) => ({ ...views.hero, azimuth: views.hero.azimuth + (Number(name.slice(5)) - 1) * 10, elevation: 7, turns: true });
  return views;
}
