import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  ssr: true,
  // The whole map of routes comes with the first page: it is small, and no second request asks for it.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
