import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../support/site.ts';
import { ROOT } from '../support/template.ts';

/** Debian's, put in where it is missing and may be. @throws Error that says what is needed */
export function needNginx(): void {
  const there = () => spawnSync('nginx', ['-v']).status === 0;
  if (there()) return;
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    console.log('installing nginx …');
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
    // Its own service would take port 80; only the program is wanted.
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'nginx-light'], { env, stdio: 'inherit' });
  }
  if (!there()) throw new Error('nginx is needed: apt-get install nginx (as root), then again');
}

/** deploy/nginx as it stands there, but for addresses, names and folders. */
export async function configureNginx(folder: string, ports: number[]) {
  const [tls, plain] = [await freePort(), await freePort()];
  const read = (name: string) => fs.readFileSync(path.join(ROOT, 'deploy/nginx', name), 'utf8');
  const put = (name: string, text: string) => fs.writeFileSync(path.join(folder, name), text);
  const replaced = (text: string, changes: [string | RegExp, string][]) =>
    changes.reduce((before, [from, to]) => {
      const after = before.replaceAll(from, to);
      if (after === before) throw new Error(`deploy/nginx no longer has ${from}`);
      return after;
    }, text);
  for (const name of ['cache', 'temp']) fs.mkdirSync(path.join(folder, name), { recursive: true });
  fs.chmodSync(folder, 0o755);
  put('unavailable.html', read('unavailable.html'));
  put(
    'upstream.conf',
    replaced(read('upstream.conf'), [
      ['127.0.0.1:3001', `127.0.0.1:${ports[0]}`],
      ['127.0.0.1:3002', `127.0.0.1:${ports[1]}`],
    ]),
  );
  const server = replaced(read('storefront.conf'), [
    [/server \{\n {4}listen 80;[\s\S]*?\n\}\n/g, ''],
    ['    listen [::]:443 ssl http2;\n', ''],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${tls} ssl http2;\n    listen 127.0.0.1:${plain};`],
    [/server_name [^;]+;/g, 'server_name .localhost;'],
    ['/etc/nginx/storefront', folder],
    ['/etc/ssl/storefront', folder],
    ['/var/cache/nginx/storefront', `${folder}/cache`],
    ['/var/log/nginx/storefront.log', `${folder}/access.log`],
    ['/var/log/nginx/storefront-error.log', `${folder}/storefront-error.log`],
  ]);
  put('storefront.conf', server);
  put(
    'nginx.conf',
    `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http { client_body_temp_path ${folder}/temp/body; proxy_temp_path ${folder}/temp/proxy; fastcgi_temp_path ${folder}/temp/f;
  uwsgi_temp_path ${folder}/temp/u; scgi_temp_path ${folder}/temp/s; include ${folder}/storefront.conf; }\n`,
  );
  const names = 'subjectAltName=DNS:raam.localhost,DNS:noam.localhost';
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=raam.localhost'];
  const files = ['-addext', names, '-keyout', `${folder}/privkey.pem`, '-out', `${folder}/fullchain.pem`];
  execFileSync('openssl', [...request, ...files], { stdio: 'ignore' });
  return { tls, plain, configuration: path.join(folder, 'nginx.conf') };
}

export async function startNginx(folder: string, ports: number[]) {
  const { tls, plain, configuration } = await configureNginx(folder, ports);
  const child = spawn('nginx', ['-c', configuration, '-e', `${folder}/error.log`], { stdio: 'ignore' });
  for (let tries = 0; !fs.existsSync(`${folder}/nginx.pid`) && tries < 200; tries++) await wait(50);
  return {
    tls,
    plain,
    configuration,
    /** What deploy/rolling-restart does: takes a process out, or in again, and gives nginx a moment to change over. */
    async mark(port: number, down: boolean): Promise<void> {
      const file = path.join(folder, 'upstream.conf');
      const line = new RegExp(`^( *server [^ ;]+:${port})( down)?( |;)`, 'm');
      fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(line, `$1${down ? ' down' : ''}$3`));
      child.kill('SIGHUP');
      await wait(2_000);
    },
    async stop(): Promise<void> {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
