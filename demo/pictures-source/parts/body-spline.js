// Uniform cubic B-splines over points of any dimension: curvature stays continuous, so reflections in paint run clean.
const weights = (t) => [(1 - t) ** 3 / 6, (3 * t ** 3 - 6 * t * t + 4) / 6, (-3 * t ** 3 + 3 * t * t + 3 * t + 1) / 6, t ** 3 / 6];

function pointAt(points, i, closed) {
  const n = points.length;
  if (closed) return points[((i % n) + n) % n];
  if (i < 0) return points[0].map((c, k) => 2 * c - points[Math.min(1, n - 1)][k]);
  if (i >= n) return points[n - 1].map((c, k) => 2 * c - points[Math.max(0, n - 2)][k]);
  return points[i];
}

/** Point of the spline at s in 0..1. Open splines start and end in their first and last points. */
export function splineAt(points, s, closed = false) {
  const segments = closed ? points.length : points.length - 1;
  const x = closed ? (((s % 1) + 1) % 1) * segments : Math.min(Math.max(s, 0), 1) * segments;
  const i = Math.min(Math.floor(x), segments - 1);
  const w = weights(x - i);
  const near = [-1, 0, 1, 2].map((k) => pointAt(points, i + k, closed));
  return near[0].map((_, c) => w[0] * near[0][c] + w[1] * near[1][c] + w[2] * near[2][c] + w[3] * near[3][c]);
}

export const sampleSpline = (points, count, closed = false) =>
  Array.from({ length: count }, (_, i) => splineAt(points, i / (closed ? count : count - 1), closed));

/** A polygon with every corner rounded by at most r (a point may carry its own radius as third number), densely sampled. */
export function roundPolygon(points, r = 0.02, step = 0.012) {
  const out = [];
  const n = points.length;
  for (let i = 0; i < n; i += 1) {
    const [a, p, b] = [points[(i + n - 1) % n], points[i], points[(i + 1) % n]];
    const la = Math.hypot(a[0] - p[0], a[1] - p[1]);
    const lb = Math.hypot(b[0] - p[0], b[1] - p[1]);
    const cut = Math.min(p[2] ?? r, la * 0.49, lb * 0.49);
    const start = [p[0] + ((a[0] - p[0]) * cut) / la, p[1] + ((a[1] - p[1]) * cut) / la];
    const end = [p[0] + ((b[0] - p[0]) * cut) / lb, p[1] + ((b[1] - p[1]) * cut) / lb];
    const count = Math.max(4, Math.ceil((cut * 1.8) / step));
    for (let k = 0; k <= count; k += 1) {
      const t = k / count;
      out.push([0, 1].map((c) => (1 - t) ** 2 * start[c] + 2 * t * (1 - t) * p[c] + t * t * end[c]));
    }
  }
  return resample(out, step);
}

/** Points at even distances along a closed polyline. */
export function resample(points, step) {
  const closed = [...points, points[0]];
  const lengths = closed.slice(1).map((p, i) => Math.hypot(p[0] - closed[i][0], p[1] - closed[i][1]));
  const total = lengths.reduce((sum, l) => sum + l, 0);
  const count = Math.max(12, Math.round(total / step));
  const out = [];
  let [k, before] = [0, 0];
  for (let i = 0; i < count; i += 1) {
    const want = (i / count) * total;
    while (k < lengths.length - 1 && before + lengths[k] <= want) { before += lengths[k]; k += 1; }
    const t = lengths[k] ? (want - before) / lengths[k] : 0;
    out.push([0, 1].map((c) => closed[k][c] + (closed[k + 1][c] - closed[k][c]) * t));
  }
  return out;
}
