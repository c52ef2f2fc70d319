import { Resolver } from 'node:dns/promises';
import type { Deps } from '../../context.ts';
import { findStoreOfHost } from '../../stores/stores.ts';

const PATIENCE_MS = 2_000;

type HostCheck = {
  url: string;
  /** Whether a request to this host would get this store from this process. */
  answers: boolean;
  /**
   * IP addresses that the DNS has for the public domain; nothing is sent there. `null`: not asked, as the demo's
   * domains are fictional.
   */
  addresses: string[] | null;
};

/** Where the store is reached, and whether it is. Only its own configured host is looked up. */
export async function checkHost(
  deps: Pick<Deps, 'db' | 'cache' | 'now' | 'env'>,
  store: { uuid: string; publicDomain: string | null; url: string },
): Promise<HostCheck> {
  const { url, publicDomain } = store;
  const storeOfHost = await findStoreOfHost(deps, new URL(url).host);
  const addresses = deps.env.MODE === 'live' && publicDomain ? await addressesOf(publicDomain) : null;
  return { url, answers: storeOfHost?.uuid === store.uuid, addresses };
}

async function addressesOf(domain: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: PATIENCE_MS, tries: 1 });
  const answers = await Promise.allSettled([resolver.resolve4(domain), resolver.resolve6(domain)]);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}
