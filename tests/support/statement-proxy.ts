import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';

/**
 * Where a process is to die: at its n-th statement, or the first one that holds this text; before the database gets it,
 * or after it was carried out and not answered. `frozen`: it is carried out, and the answer waits for a process that is
 * stopped meanwhile.
 */
export type Fatal = { at: number | string; moment: 'before' | 'after' | 'frozen'; kill: () => void };

/**
 * Stands between a process and PostgreSQL and counts statements (messages Query, Parse and, of one that was prepared
 * before, Bind of the wire protocol). `startAt`: counting begins with the first statement that holds this text; without
 * it, when it is armed.
 */
export async function statementProxy(databaseUrl: string) {
  const real = new URL(databaseUrl);
  const folder = real.searchParams.get('host');
  const to = folder
    ? { path: `${folder}/.s.PGSQL.${real.searchParams.get('port') ?? 5432}` }
    : { host: real.hostname, port: Number(real.port) };
  let armed: (Fatal & { startAt: string; counting: boolean; seen: number }) | null = null;
  let died: string | null = null;

  /** Whether this message is the one to die of. */
  function isFatal(data: Buffer): boolean {
    const isStatement = data[0] === 0x51 || data[0] === 0x50 || data[0] === 0x42;
    if (!armed || !isStatement) return false;
    armed.counting ||= data.includes(armed.startAt);
    if (!armed.counting) return false;
    armed.seen += 1;
    return typeof armed.at === 'string' ? data.includes(armed.at) : armed.seen === armed.at;
  }

  const server = net.createServer((client) => {
    const upstream = net.connect(to);
    let begun = false;
    let silent = false;
    client.on('data', (data) => {
      const fatal = begun && !silent && isFatal(data) ? armed : null;
      begun = true;
      if (!fatal) return void upstream.write(data);
      died = data
        .toString('latin1')
        .replace(/[^\x20-\x7e]+/g, ' ')
        .trim()
        .slice(0, 90);
      armed = null;
      if (fatal.moment === 'before') return fatal.kill();
      if (fatal.moment === 'frozen') {
        fatal.kill();
        return void upstream.write(data);
      }
      silent = true;
      upstream.once('data', fatal.kill);
      upstream.write(data);
    });
    upstream.on('data', (data) => silent || client.write(data));
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.search = '';
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    arm(fatal: Fatal, startAt = '') {
      died = null;
      armed = { ...fatal, startAt, counting: false, seen: 0 };
    },
    /** The statement at which the process died; `null` when it got through. Nothing dies any more afterwards. */
    disarm(): string | null {
      armed = null;
      return died;
    },
    close: () => void server.close(),
  };
}
