import { connect } from '#db/client.ts';
import type { TestApp } from '../app.ts';
import { signUp } from '../customers.ts';
import { request } from '../http.ts';
import { type Site, startSite } from '../site.ts';

/** A server in a process of its own, behind a proxy, without jobs; and the credentials of a customer there. */
export async function startShapedSite(): Promise<Site & { signedIn: Record<string, string> }> {
  const site = await startSite({ env: { TRUST_PROXY: '1', JOBS: 'off', CODES_PER_DAY: '1000000' } });
  const connection = connect(site.databaseUrl, { max: 2 });
  try {
    const there = {
      call: (call: Parameters<typeof request>[1]) => request(site.port, call),
      deps: { db: connection.db },
    };
    const { bearer } = await signUp(there as unknown as TestApp);
    return { ...site, signedIn: bearer };
  } finally {
    await connection.close();
  }
}
