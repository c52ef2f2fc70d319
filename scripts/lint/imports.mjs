import path from 'node:path';

export const name = 'imports';

const STATEMENT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;
/**
 * Subjects of the server: each may import those before it. What an earlier one causes in a later one goes through the
 * outbox.
 */
const SUBJECTS = [
  'notifications',
  'identity',
  'stores',
  'catalogue',
  'content',
  'checkout',
  'customers',
  'leads',
  'privacy',
  'import',
  'export',
  'readiness',
  'staff',
  'office',
];
const RULES = SUBJECTS.map((subject) => `server/${subject}`);
/** Information retrieval on plain data: no request, store, database or package. */
const ENGINE = 'server/catalogue/engine';
const BELOW_SUBJECTS = [
  'domain',
  'contract',
  'db',
  'server/platform',
  'server/call',
  'type:server/context',
  'type:server/providers',
];

/** Schemas that forms are checked by in the browser too, each in a file without the calls of its subject. */
const FORM_SCHEMA = /^contract\/.*-form\.ts$/;
const FORM_USERS = ['shop/features', 'office'];

/** The layer of a file, which is what the table below speaks of. */
export function layerOf(file) {
  if (file === 'server/context.ts') return 'server/context';
  if (file === 'server/call.ts' || file === 'server/kept-replies.ts') return 'server/call';
  if (/^server\/[^/]+$/.test(file) || file === 'server/http/pages/dev-pages.ts') return 'server-top';
  if (/^server\/.*routes\.ts$/.test(file)) return 'routes';
  if (file.startsWith(`${ENGINE}/`)) return ENGINE;
  const [top, folder] = file.split('/');
  if (top === 'server') return `server/${folder}`;
  if (top === 'shop') return ['features', 'routes', 'styles'].includes(folder) ? `shop/${folder}` : 'shop';
  return file.includes('/') ? top : 'config';
}

/** Who may import whom; `type:` before a layer allows types only. Everybody may import within the own layer. */
const ALLOWED = {
  domain: [],
  contract: ['domain'],
  // Drizzle's files by their paths: db/sql.ts says why.
  db: ['domain', 'type:contract', 'node_modules'],
  'server/platform': ['domain', 'contract', 'db'],
  'server/providers': ['domain', 'type:contract', 'server/platform'],
  // Types only: it is made in `server/http/store.ts` and passed to every rule.
  'server/context': ['type:domain', 'type:contract', 'type:db', 'type:server/platform', 'type:server/providers'],
  'server/call': ['contract', 'db', 'domain', 'server/platform', 'type:server/context'],
  ...Object.fromEntries(
    RULES.map((layer, index) => [
      layer,
      [...BELOW_SUBJECTS, ...RULES.slice(0, index), ...(ENGINE.startsWith(`${layer}/`) ? [ENGINE] : [])],
    ]),
  ),
  [ENGINE]: ['domain'],
  routes: [...BELOW_SUBJECTS, 'type:server/context', ...RULES],
  // Separate from the shop, in whose process it runs: with books of its own, and with none of the shop's rules.
  'server/sandbox-gateway': ['domain', 'db', 'server/providers', 'type:server/context', 'type:server/platform'],
  'server/http': [...BELOW_SUBJECTS, 'server/providers', ...RULES],
  'server/jobs': [...BELOW_SUBJECTS, 'server/providers', 'server/sandbox-gateway', ...RULES],
  'server-top': [
    ...BELOW_SUBJECTS,
    ...RULES,
    'routes',
    'server/providers',
    'server/sandbox-gateway',
    'server/http',
    'server/jobs',
    'cli',
  ],
  cli: [...BELOW_SUBJECTS, ENGINE, 'server/providers', 'server/jobs', ...RULES],
  ui: ['domain'],
  // Pages of the office reach the server by its calls alone.
  office: [
    'domain',
    'ui',
    'config',
    'type:server/context',
    'type:contract',
    'server/platform',
    'server/staff',
    'server/office',
  ],
  'shop/features': ['domain', 'ui', 'shop', 'type:contract', 'type:server/context'],
  'shop/routes': [
    'domain',
    'contract',
    'shop',
    'ui',
    'shop/features',
    'type:server/context',
    'server/platform',
    ...RULES,
  ],
  shop: [
    'domain',
    'contract',
    'ui',
    'shop/features',
    'shop/styles',
    'type:server/context',
    'server/platform',
    ...RULES,
  ],
};
/**
 * The frame of every page may show any feature; any feature may show products, keep favourites, put into the cart and
 * show an order's papers.
 */
const FRAME = 'shell';
const SHARED_FEATURES = ['address', 'cart', 'compare', 'favorites', 'finance', 'order', 'product'];

export function importsOf(file) {
  return [...file.text.matchAll(STATEMENT)].flatMap((match) => {
    const target = resolve(file.path, match[2] ?? match[3]);
    const line = file.text.slice(0, match.index + (match[0].startsWith('\n') ? 1 : 0)).split('\n').length;
    return target ? [{ target, line, typeOnly: match[1] !== undefined, lazy: match[3] !== undefined }] : [];
  });
}

function resolve(from, specifier) {
  const clean = specifier.replace(/\?.*$/, '');
  if (clean.startsWith('node:')) return clean;
  if (clean.startsWith('#')) return clean.slice(1);
  if (clean.startsWith('~/')) return `shop/${clean.slice(2)}`;
  if (clean.includes('/+types/')) return undefined;
  if (!clean.startsWith('.')) return `package:${clean}`;
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
    const isPure = [ENGINE, 'domain', 'contract', 'ui', 'shop/features'].includes(layer);
    return isPure && `${layer} runs on any platform, the browser too, and may not import ${target}`;
  }
  if (target.startsWith('package:')) {
    return layer === ENGINE && `${layer} works on plain data and may not import the package ${target.slice(8)}`;
  }
  const other = layerOf(target);
  if (layer === 'shop/features' && other === 'shop/features') {
    const [mine, theirs] = [from.split('/')[2], target.split('/')[2]];
    if (mine === theirs || mine === FRAME || SHARED_FEATURES.includes(theirs)) return false;
    return `the feature ${mine} may not import the feature ${theirs}: move what both need to ui or domain`;
  }
  if (layer === other || (FORM_USERS.includes(layer) && FORM_SCHEMA.test(target))) return false;
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

/**
 * Circles of folders, imports of types included. A folder and the folders inside it are one part, so that they may
 * import each other; routes are doors that stand above all subjects.
 */
export function findFolderCycles(files) {
  const known = new Set(files.map(({ path }) => path));
  const graph = new Map();
  for (const file of files) {
    const from = folderOf(file.path);
    if (!from || layerOf(file.path) === 'routes') continue;
    for (const { target, line } of importsOf(file)) {
      const to = known.has(target) ? folderOf(target) : undefined;
      if (!to || to === from || `${to}/`.startsWith(`${from}/`) || `${from}/`.startsWith(`${to}/`)) continue;
      const edges = graph.get(from) ?? new Map();
      graph.set(from, edges.set(to, edges.get(to) ?? { file: file.path, line }));
    }
  }
  const done = new Set();
  const problems = [];
  const visit = (folder, trail) => {
    for (const [next, edge] of graph.get(folder) ?? []) {
      const start = trail.indexOf(next);
      if (start >= 0)
        problems.push({ ...edge, message: `a circle of folders: ${[...trail.slice(start), next].join(' → ')}` });
      else if (!done.has(next)) visit(next, [...trail, next]);
    }
    done.add(folder);
  };
  for (const folder of graph.keys()) if (!done.has(folder)) visit(folder, [folder]);
  return problems;
}

/** What composes all others belongs to no folder; so do tests. */
function folderOf(file) {
  const layer = layerOf(file);
  if (layer === 'server-top' || layer === 'config' || /\.(test|spec)\.ts$/.test(file)) return undefined;
  if (/^(?:tests|scripts|bench)\//.test(file)) return undefined;
  return layer === 'server/context' || layer === 'server/call' ? layer : path.posix.dirname(file);
}
