import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'shop',
  ssr: true,

  // A page brings the routes it can lead to right after it is ready: the whole map would weigh as much as a page.
  routeDiscovery: { mode: 'lazy' },
} satisfies Config;
