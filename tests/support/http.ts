import http from 'node:http';
import type { AddressInfo } from 'node:net';

export type Reply = {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
  text: string;
  /** The body as JSON, of the type that the test expects it to have. */
  json: <T>() => T;
};

type Call = {
  host?: string;
  method?: string;
  path: string;
  headers?: http.OutgoingHttpHeaders;
  body?: unknown;
  /** Which of this machine's addresses the request comes from (`127.0.0.0/8`): limits count by it. */
  from?: string;
  /** Keeps connections; without one each request has its own. */
  agent?: http.Agent;
};

/**
 * One request to a listening server, by `node:http`: Node does not resolve `raam.localhost`, and `fetch` drops the Host
 * header. A body that is no string or Buffer goes as JSON.
 */
export function request(server: { address(): AddressInfo | string | null } | number, call: Call): Promise<Reply> {
  const port = typeof server === 'number' ? server : (server.address() as AddressInfo).port;
  const raw = call.body === undefined || typeof call.body === 'string' || Buffer.isBuffer(call.body);
  const payload = raw ? (call.body as string | Buffer | undefined) : JSON.stringify(call.body);
  const headers = {
    host: `${call.host ?? 'raam.localhost'}:${port}`,
    ...(!raw && { 'content-type': 'application/json' }),
    ...(payload !== undefined && { 'content-length': Buffer.byteLength(payload) }),
    ...call.headers,
  };
  return new Promise((resolve, reject) => {
    const sent = http.request(
      {
        host: '127.0.0.1',
        localAddress: call.from,
        port,
        method: call.method ?? 'GET',
        path: call.path,
        headers,
        // Node's own agent would keep connections, too.
        agent: call.agent ?? false,
      },
      (reply) => {
        const parts: Buffer[] = [];
        reply.on('data', (part: Buffer) => parts.push(part));
        reply.on('error', reject);
        reply.on('end', () => {
          const body = Buffer.concat(parts);
          const text = body.toString('utf8');
          resolve({
            status: reply.statusCode ?? 0,
            headers: reply.headers,
            body,
            text,
            json: <T>() => JSON.parse(text) as T,
          });
        });
      },
    );
    sent.on('error', reject);
    sent.end(payload);
  });
}
