import http from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type Reply, request } from './http.ts';

/**
 * Asks each process whether it is ready, as balancers do, and gives requests to those that are, in turn, on connections
 * that it keeps.
 */
export function balancer(ports: number[]) {
  let ready = [...ports];
  let turn = 0;
  let stopped = false;
  const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });
  const checking = (async () => {
    while (!stopped) {
      const answers = await Promise.all(
        ports.map((port) =>
          request(port, { path: '/readyz' }).then(
            ({ status }) => status === 200,
            () => false,
          ),
        ),
      );
      ready = ports.filter((_, index) => answers[index]);
      await wait(50);
    }
  })();
  return {
    send(call: Parameters<typeof request>[1]): Promise<Reply> {
      const port = ready[turn++ % ready.length] ?? ports[0] ?? 0;
      return request(port, { ...call, agent });
    },
    async stop() {
      stopped = true;
      await checking;
      agent.destroy();
    },
  };
}
