import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';

/** What PostgreSQL says when it has no connection left (ErrorResponse of its wire protocol). */
function tooMany(): Buffer {
  const fields = Buffer.from('SFATAL\0VFATAL\0C53300\0Msorry, too many clients already\0\0');
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/**
 * Stands between a process and PostgreSQL (a socket or a port), and can do what networks do. `most`: so many
 * connections there are at a time; one more is refused as PostgreSQL does.
 */
export async function looseConnection(databaseUrl: string, { most = Number.POSITIVE_INFINITY } = {}) {
  const real = new URL(databaseUrl);
  const folder = real.searchParams.get('host');
  const to = folder
    ? { path: `${folder}/.s.PGSQL.${real.searchParams.get('port') ?? 5432}` }
    : { host: real.hostname, port: Number(real.port) };
  const pairs = new Set<[net.Socket, net.Socket]>();
  let frozen = false;
  let refusing = false;

  const server = net.createServer((client) => {
    if (refusing) return void client.destroy();
    if (pairs.size >= most) {
      client.on('error', () => {});
      return void client.once('data', () => client.end(tooMany()));
    }
    const upstream = net.connect(to);
    const pair: [net.Socket, net.Socket] = [client, upstream];
    pairs.add(pair);
    if (frozen) for (const socket of pair) socket.pause();
    else {
      client.pipe(upstream);
      upstream.pipe(client);
    }
    for (const [one, other] of [pair, [upstream, client]] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => {
        pairs.delete(pair);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.search = '';
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cut = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  };
  return {
    url: url.href,
    /** Nothing gets through any more, and nobody is told. */
    freeze() {
      frozen = true;
      for (const [client, upstream] of pairs) {
        client.unpipe(upstream);
        upstream.unpipe(client);
        client.pause();
        upstream.pause();
      }
    },
    /** For connections that are made from now on; those that froze stay so. */
    thaw() {
      frozen = false;
      refusing = false;
    },
    cut,
    /** All connections end, and no new one is taken, as when the server was killed. */
    refuse() {
      refusing = true;
      cut();
    },
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
