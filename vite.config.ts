import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, minify, type Plugin } from 'vite';

/**
 * The server's own modules stay outside the pages' bundle, so that both run on one copy of them (docs/decisions/0002).
 */
const serverModules = /^#(server|contract|db|domain)\//;

/**
 * Two shared files instead of a dozen small ones: brotli finds little to repeat in small files (8 kB more for a first
 * visit). `shell` is the root route with whatever it imports statically, and what most pages show: cards, prices,
 * swatches.
 */
const groups = [
  {
    name: 'framework',
    test: /node_modules\/(react|react-dom|react-router|scheduler)\/|\/ui\/hooks\/load-chunk\.ts/,
    priority: 2,
  },
  {
    name: 'shell',
    test: /\/(shop\/(root|features\/product\/card\/product-grid)|ui\/(breadcrumbs|empty|price|skeleton|swatch|hooks\/use-(?:slow|page-left)))\.tsx?$/,
    priority: 1,
  },
  // Those that several later parts draw, in one request; without the ones of first screens, which would bring all the
  // others along.
  {
    name: 'icons',
    test: /lucide-react\/dist\/esm\/icons\/(?!arrow-left\.|chevron-|layout-grid|list\.|sliders-|search\.|x\.)/,
    minShareCount: 2,
  },
  // What later parts share, in three files instead of twenty-four: on a slow line a product's page is alive half a
  // second sooner.
  {
    name: 'form',
    test: /\/(?:ui\/form\/(?:field|contact-fields|error-summary|use-stop-second)|shop\/forms\/draft|domain\/(?:text\/typed-number|money\/money))\.tsx?$/,
  },
  {
    name: 'hours',
    test: /\/(?:domain\/calendar\/(?:israel-time|holidays|opening-hours|open-now)|ui\/hooks\/use-live-now)\.ts$/,
  },
  {
    name: 'offer',
    test: /\/(?:shop\/features\/finance\/(?:chosen-[\w-]+|use-price-animation|price-card|wallets|vehicle-price)|domain\/(?:catalogue\/(?:stock-text|road-price|vehicles\/vehicle-numbers)|money\/(?:finance-texts|finance-figures|trade-in-credit|wallets)|people\/trade-in-questions))\.tsx?$/,
  },
];

/**
 * The first files of a page name all files that may be loaded later. Hashes don't compress: seven hexadecimal digits
 * instead of eight of 64 kinds save half a kilobyte of a first visit, and two versions of a file get the same name once
 * in 268 million. Shared files that draw nothing have one name together, which saves as much.
 */
const chunkFileNames = ({ name, moduleIds }: { name: string; moduleIds: string[] }): string =>
  `assets/${isGroup(name) || moduleIds.some((id) => id.endsWith('.tsx')) ? '[name]' : 'part'}-[hash:7].js`;
const isGroup = (name: string): boolean => groups.some((group) => group.name === name);
/** Those that every page loads first are not named again with whatever comes later. */
const resolveDependencies = (_file: string, files: string[], { hostType }: { hostType: 'html' | 'js' }): string[] =>
  hostType === 'js' ? files.filter((file) => !/\/(?:framework|shell)-[^/]+\.js$/.test(file)) : files;
/**
 * The same for both builds: a page whose server names the styles otherwise than its scripts do loads them, and their
 * fonts, twice.
 */
const hashCharacters = 'hex';

/**
 * Packs each file once, as small as it gets; packing it anew for every visitor makes it a sixth larger
 * (`server/http/pages/pages.ts`).
 */
export const packed: Plugin = {
  name: 'packed',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  async writeBundle({ dir = '' }, bundle) {
    const files = Object.keys(bundle).filter((name) => /\.(?:js|css|svg)$/.test(name));
    await Promise.all(
      files.map(async (name) => {
        const file = path.join(dir, name);
        await fs.writeFile(`${file}.br`, await promisify(brotliCompress)(await fs.readFile(file)));
      }),
    );
  },
};

/** Inline scripts are in every page: a tenth of its bytes without scripts, half of that minified. */
const inlineScripts: Plugin = {
  name: 'inline-scripts',
  apply: 'build',
  load: {
    order: 'pre',
    filter: { id: /\/shop\/inline\/[\w-]+\.js\?raw$/ },
    async handler(id) {
      const file = id.replace(/\?raw$/, '');
      const { code, errors } = await minify(file, await fs.readFile(file, 'utf8'));
      if (errors[0]) throw errors[0];
      return `export default ${JSON.stringify(code)}`;
    },
  },
};

/** `#ui` would be React Router's own package here. */
const loadChunkFile = new URL('./ui/hooks/load-chunk.ts', import.meta.url).pathname;

/**
 * React Router reloads the page that is left, without end, where the code of the next one can't be loaded. Here that
 * code is asked for again first, and the next page opens as a document (`ui/hooks/load-chunk.ts`).
 */
const routeChunks: Plugin = {
  name: 'route-chunks',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /react-router\/dist\/.*\/routeModules\.js/ },
    handler(code) {
      const changed = code
        .replace(
          /await (import\(\s*(?:\/\*[^*]*\*\/\s*)*route\.module\s*\))/,
          'await loadRoute(route.module, () => $1)',
        )
        .replace(
          /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/,
          'return { default() { throw error; } };',
        );
      if (!changed.includes('loadRoute(') || !changed.includes('default() { throw error; }'))
        throw new Error('React Router loads its routes in another way than vite.config.ts expects');
      return `import { loadRoute } from '${loadChunkFile}';\n${changed}`;
    },
  },
};

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), inlineScripts, routeChunks, packed],
  resolve: { alias: { '~': new URL('./shop', import.meta.url).pathname } },
  // `npm run dev`: named here, they are ready with the first page; found while it loads, each would reload it.
  optimizeDeps: {
    include: ['lucide-react', 'react', 'react-dom', 'react-dom/client', 'react-router', 'react-router/dom'],
  },
  build: { target: 'es2022', assetsInlineLimit: 0 },
  ...(command === 'build' && {
    environments: {
      client: {
        build: {
          modulePreload: { resolveDependencies },
          rolldownOptions: { output: { codeSplitting: { groups }, chunkFileNames, hashCharacters } },
        },
      },
      ssr: { build: { rolldownOptions: { external: [serverModules], output: { hashCharacters } } } },
    },
  }),
}));
