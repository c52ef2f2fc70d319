import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: '.',
  // Not under `build/`, which the shop's build empties.
  buildDirectory: '../build-office',
  ssr: true,
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
