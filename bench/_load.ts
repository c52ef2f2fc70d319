import http from 'node:http';

export type Target = {
  port: number;
  host: string;
  /** With a function no two requests are alike. */
  path: string | ((number: number) => string);
  method?: 'GET' | 'POST';
  /** With a function no two requests are alike. */
  body?: unknown;
  headers?: (number: number) => Record<string, string>;
  /** The expected status; 200 by default. */
  status?: number;
};
export type Rate = { requests: number; perSecond: number; medianMs: number; p99Ms: number };

const CONNECTIONS = 20;
const SECONDS = 4;

/** Requests one after another on twenty connections, all answered as they should. @throws Error on any other answer */
export async function load(target: Target, seconds = SECONDS): Promise<Rate> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const times: number[] = [];
  const until = performance.now() + seconds * 1_000;
  const began = performance.now();
  const worker = async () => {
    while (performance.now() < until) {
      const start = performance.now();
      await send(target, agent);
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  const perSecond = (times.length * 1_000) / (performance.now() - began);
  return { requests: times.length, perSecond, medianMs: at(0.5), p99Ms: at(0.99) };
}

let asked = 0;

/** One request, answered as it should be. @returns the body as text */
export const once = async (target: Target): Promise<string> =>
  Buffer.concat(await send(target, undefined, [])).toString();

/** Without `kept` the body is thrown away as it comes: to read it would cost as much as a fast answer does. */
function send(target: Target, agent?: http.Agent, kept?: Buffer[]): Promise<Buffer[]> {
  const { port, host, method = 'GET', status = 200 } = target;
  const number = asked++;
  const path = typeof target.path === 'string' ? target.path : target.path(number);
  const body = typeof target.body === 'function' ? target.body(number) : target.body;
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      host,
      'accept-encoding': 'identity',
      ...(text && { 'content-type': 'application/json' }),
      ...target.headers?.(number),
    };
    const request = http.request({ port, path, method, headers, agent }, (response) => {
      const right = response.statusCode === status;
      const parts = kept ?? [];
      if (kept || !right) response.on('data', (part: Buffer) => parts.push(part));
      else response.resume();
      response.on('end', () => {
        if (right) resolve(parts);
        else
          reject(
            new Error(
              `${method} ${path} answered ${response.statusCode}: ${Buffer.concat(parts).toString().slice(0, 200)}`,
            ),
          );
      });
    });
    request.on('error', reject);
    request.end(text);
  });
}
