import path from 'node:path';

export const name = 'imports';

const STATEMENT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;
const SERVER_TOP = ['server/app.ts', 'server/start.ts', 'server/dev-pages.ts', 'server/demo.ts'];

/** The layer of a file, which is what the table below speaks of. */
function layerOf(file) {
  if (SERVER_TOP.includes(file)) return 'server-top';
  if (file.startsWith('server/providers/payment/sandbox/')) return 'sandbox-gateway';
  if (/^server\/(?:platform\/)?[^/]+\.ts$/.test(file)) return 'server-base';
  if (/^server\/areas\/[^/]+\/(?:[a-z-]+-)?routes\.ts$/.test(file)) return 'area-routes';
  const known = file.match(/^(server\/(?:areas|providers|jobs|plugins)|app\/(?:ui|features|routes|styles))\//);
  if (known) return known[1];
  return file.includes('/') ? file.split('/')[0] : 'config';
}

/** Who may import whom; `type:` before a layer allows types only. Everybody may import within the own layer. */
const ALLOWED = {
  domain: [],
  contract: ['domain'],
  db: ['domain', 'type:contract'],
  'server/providers': ['domain', 'type:contract', 'type:server-base', 'sandbox-gateway'],
  // A stranger to the shop that lives in its process: with books of its own, and with none of the shop's rules.
  'sandbox-gateway': ['domain', 'db', 'type:server/providers', 'type:server-base'],
  'server-base': ['domain', 'contract', 'db', 'type:server/providers'],
  'server/areas': ['domain', 'contract', 'db', 'server-base', 'type:server/providers'],
  'area-routes': ['domain', 'contract', 'db', 'server-base', 'server/areas', 'type:server/providers'],
  'server/jobs': ['domain', 'contract', 'db', 'server-base', 'server/areas', 'server/providers', 'sandbox-gateway'],
  'server/plugins': ['domain', 'contract', 'db', 'server-base', 'server/areas', 'server/providers'],
  'server-top': [
    'domain',
    'contract',
    'db',
    'server-base',
    'server/areas',
    'area-routes',
    'server/providers',
    'sandbox-gateway',
    'server/jobs',
    'server/plugins',
    'store-cli',
  ],
  'store-cli': ['domain', 'contract', 'db', 'server-base', 'server/areas', 'server/providers', 'server/jobs'],
  'app/ui': ['domain'],
  'app/features': ['domain', 'app/ui', 'app', 'type:contract', 'type:server-base'],
  'app/routes': ['domain', 'contract', 'app', 'app/ui', 'app/features', 'server/areas', 'type:server-base'],
  app: ['domain', 'contract', 'app/ui', 'app/features', 'app/styles', 'server/areas', 'type:server-base'],
};
/** The frame of every page may show any feature; any feature may show products, keep favourites, put into the cart and show an order's papers. */
const FRAME = 'shell';
const SHARED_FEATURES = ['address', 'cart', 'compare', 'favorites', 'finance', 'order', 'product'];

export function importsOf(file) {
  return [...file.text.matchAll(STATEMENT)].flatMap((match) => {
    const target = resolve(file.path, match[2] ?? match[3]);
    const line = file.text.slice(0, match.index + (match[0].startsWith('\n') ? 1 : 0)).split('\n').length;
    return target ? [{ target, line, typeOnly: match[1] !== undefined }] : [];
  });
}

function resolve(from, specifier) {
  const clean = specifier.replace(/\?.*$/, '');
  if (clean.startsWith('node:')) return clean;
  if (clean.startsWith('#')) return clean.slice(1);
  if (clean.startsWith('~/')) return `app/${clean.slice(2)}`;
  if (!clean.startsWith('.') || clean.includes('/+types/')) return undefined;
  return path.posix.join(path.posix.dirname(from), clean);
}

export function check(file) {
  const layer = layerOf(file.path);
  if (!(layer in ALLOWED) || file.path.endsWith('.test.ts')) return [];
  return importsOf(file).flatMap(({ target, line, typeOnly }) => {
    const reason = forbidden(file.path, layer, target, typeOnly);
    return reason ? [{ line, message: reason }] : [];
  });
}

function forbidden(from, layer, target, typeOnly) {
  if (target.startsWith('node:')) {
    const runsInBrowser = layer === 'domain' || layer === 'contract' || layer === 'app/ui' || layer === 'app/features';
    return runsInBrowser && `${layer} runs in the browser too and may not import ${target}`;
  }
  const other = layerOf(target);
  if (layer === 'app/features' && other === 'app/features') {
    const [mine, theirs] = [from.split('/')[2], target.split('/')[2]];
    if (mine === theirs || mine === FRAME || SHARED_FEATURES.includes(theirs)) return false;
    return `the feature ${mine} may not import the feature ${theirs}: move what both need to app/ui or domain`;
  }
  if (layer === other) return false;
  const allowed = ALLOWED[layer];
  if (allowed.includes(other) || (typeOnly && allowed.includes(`type:${other}`))) return false;
  const hint = allowed.includes(`type:${other}`) ? ' except types (import type)' : '';
  return `${layer} may not import ${other} (${target})${hint}; see docs/architecture.md`;
}

/** Circles of imports that exist when the program runs; imports of types alone leave nothing behind. */
export function findCycles(files) {
  const graph = new Map(files.map((file) => [file.path, importsOf(file).filter((edge) => !edge.typeOnly)]));
  const state = new Map();
  const problems = [];
  const visit = (node, trail) => {
    state.set(node, 'open');
    for (const { target, line } of graph.get(node) ?? []) {
      if (!graph.has(target)) continue;
      if (state.get(target) === 'open') {
        const circle = [...trail.slice(trail.indexOf(target)), target].join(' → ');
        problems.push({ file: node, line, message: `a circle of imports: ${circle}` });
      } else if (!state.has(target)) visit(target, [...trail, target]);
    }
    state.set(node, 'done');
  };
  for (const node of graph.keys()) if (!state.has(node)) visit(node, [node]);
  return problems;
}
