import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { OPERATION_SETTING } from './change-log.ts';

/**
 * On whose behalf a connection writes, for the change log (db/change-log.ts). Shoppers' own actions aren't logged:
 * orders, favourites and so on are records of their own. Everything else is, even without an introduction.
 */
export type Actor = {
  kind: 'shop' | 'command' | 'staff' | 'job' | 'api';
  /** `operator:dana`. */
  name: string;
  /** The command, the job or the screen. */
  source: string;
  /** Why, where the caller gave a reason. */
  reason?: string;
  /** All writes of the connection are this one change; without it each transaction is one. */
  operation?: string;
};

export const SHOP: Actor = { kind: 'shop', name: 'shop', source: '' };
export const JOB: Actor = { kind: 'job', name: 'job', source: 'job' };

/** Sent to the server before the connection's first statement. */
export function introduce(
  client: pg.ClientBase,
  { kind, name, source, operation = '', reason = '' }: Actor,
): Promise<unknown> {
  return client.query(
    `select set_config('storefront.actor_kind', $1, false), set_config('storefront.actor', $2, false),
       set_config('storefront.source', $3, false), set_config('${OPERATION_SETTING}', $4, false),
       set_config('storefront.reason', $5, false)`,
    [kind, name, source, operation, reason],
  );
}

const acting = new AsyncLocalStorage<Actor>();

/** Whatever `work` writes through the office's connection is logged as `actor`'s. */
export const actingAs = <T>(actor: Actor, work: () => Promise<T>): Promise<T> => acting.run(actor, work);

/** Who acts now. Outside of `actingAs` the office only reads. */
export const actorNow = (): Actor => acting.getStore() ?? { kind: 'staff', name: 'office', source: 'office' };
