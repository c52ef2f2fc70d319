import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { signInAs } from './office.ts';

export type Values = Record<string, unknown>;

/** The office's settings as the owner has them, and the shop that shows what was saved. */
export async function settingsDesk(site: TestApp) {
  const owner = await signInAs(site, 'owner');
  const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
    (await site.connection.pool.query(text, values)).rows as T[];
  const storeOf = async (key: string): Promise<string> =>
    (await query<{ uuid: string }>('select uuid from stores where key = $1', [key]))[0]?.uuid ?? '';
  const pathOf = async (key: string): Promise<string> => `/settings/stores/${await storeOf(key)}`;
  return {
    owner,
    query,
    storeOf,
    pathOf,
    /** Waits until the shop's page says so, two seconds at most. */
    async shown(key: string, path: string, text: string): Promise<void> {
      const until = performance.now() + 2_000;
      for (;;) {
        const reply = await site.call({ host: `${key}.localhost`, path });
        if (reply.text.includes(text)) return;
        expect(performance.now(), `${key}${path} shows ${text}`).toBeLessThan(until);
        await wait(20);
      }
    },
  };
}
