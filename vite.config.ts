import optimizeLocales from '@react-aria/optimize-locales-plugin';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/** The server's own modules stay outside the pages' bundle, so that both run on one copy of them (docs/decisions/0002). */
const serverModules = /^#(server|contract|db|domain)\//;

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), { ...optimizeLocales.vite({ locales: ['he-IL'] }), enforce: 'pre' as const }],
  resolve: { alias: { '~': new URL('./app', import.meta.url).pathname } },
  build: { target: 'es2022', assetsInlineLimit: 0 },
  ...(command === 'build' && {
    environments: { ssr: { build: { rolldownOptions: { external: [serverModules] } } } },
  }),
}));
