import { fileURLToPath } from 'node:url';
import localesPlugin from '@react-aria/optimize-locales-plugin';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { packed } from '../vite.config.ts';

/** As in the shop: the server's own modules stay outside, so that the pages run on the server's one copy of them. */
const serverModules = /^#(server|contract|db|domain)\//;

/** Server rendering keeps every locale; of the browser's bundle only Hebrew's strings are needed. */
const hebrewOnly = { ...localesPlugin.vite({ locales: ['he-IL'] }), enforce: 'pre' as const };

export default defineConfig(({ command }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [hebrewOnly, tailwindcss(), reactRouter(), packed],
  resolve: { alias: { '~': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') } },
  publicDir: false,
  cacheDir: '../node_modules/.vite-office',
  optimizeDeps: {
    include: [
      'react',
      'react-dom',
      'react-dom/client',
      'react-router',
      'react-router/dom',
      'lucide-react',
      'react-aria-components',
      '@internationalized/date',
      '@tiptap/react',
      '@tiptap/starter-kit',
      '@tiptap/extension-image',
      '@tiptap/extension-table',
    ],
  },
  build: { target: 'es2022', assetsInlineLimit: 0, assetsDir: 'assets/office', emptyOutDir: true },
  ...(command === 'build' && {
    environments: { ssr: { build: { rolldownOptions: { external: [serverModules] } } } },
  }),
}));
