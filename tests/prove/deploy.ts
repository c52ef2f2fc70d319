// The files of deploy/, as far as they can be checked without the machines that they are for: nginx reads its
// configuration, systemd its units, YAML and the shell theirs; the image holds every file and package that the server
// imports. The image itself is not built: that needs Docker.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ROOT } from '../support/template.ts';
import { configureNginx, needNginx } from './_nginx.ts';

const problems: string[] = [];
const deploy = (name: string) => path.join(ROOT, 'deploy', name);
const read = (name: string) => fs.readFileSync(deploy(name), 'utf8');

/** Runs a checker; one that is not there is a problem, too: nothing is passed over. */
function passes(
  what: string,
  command: string,
  args: string[],
  said: (output: string) => string = (output) => output,
): void {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  const output = said(`${stdout ?? ''}${stderr ?? ''}`).trim();
  const good = !error && status === 0 && (output === '' || command === 'nginx');
  console.log(`${good ? '✓' : '✗'} ${what}`);
  if (!good) problems.push(error ? `${what}: ${command} is needed (${error.message})` : `${what}:\n${output}`);
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'storefront-deploy-'));
try {
  needNginx();
  const { configuration } = await configureNginx(folder, [4001, 4002]);
  passes('nginx reads storefront.conf', 'nginx', ['-t', '-q', '-c', configuration, '-e', `${folder}/error.log`]);

  // The paths of the units are those of the machine that they are for.
  for (const name of fs.readdirSync(deploy('systemd'))) {
    const text = read(`systemd/${name}`)
      .replaceAll('/opt/storefront/current/node_modules/.bin/node', process.execPath)
      .replaceAll('/opt/storefront/current', ROOT);
    fs.writeFileSync(path.join(folder, name.replace('@.', '@3001.')), text);
  }
  for (const name of ['storefront@3001.service', 'storefront-backup.service', 'storefront-backup.timer'])
    passes(`systemd reads ${name}`, 'systemd-analyze', ['verify', '--man=no', path.join(folder, name)], (output) =>
      output
        .split('\n')
        .filter((line) => line.includes('storefront') && !/User=|Group=|user|not a directory/i.test(line))
        .join('\n'),
    );

  if (!/^StartLimitIntervalSec=0$/m.test(read('systemd/storefront@.service').split('[Service]')[0] ?? ''))
    problems.push('storefront@.service: systemd gives it up while PostgreSQL is away');

  const yaml = `import sys, yaml; c = yaml.safe_load(open(sys.argv[1])); s = c["services"]
assert set(s) == {"database", "app1", "app2", "nginx"}, s.keys()
assert all("healthcheck" in s[n] for n in ("database", "app1", "app2"))
named = [v.split(":")[0] for one in s.values() for v in one.get("volumes", []) if not v.startswith((".", "/"))]
assert set(named) <= set(c["volumes"]), named`;
  passes('compose.yaml is YAML, with the services that it is said to have', 'python3', [
    '-c',
    yaml,
    deploy('compose.yaml'),
  ]);
  passes('rolling-restart is bash', 'bash', ['-n', deploy('rolling-restart')]);
  checkImage();
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
for (const problem of problems) console.log(`✗ ${problem}`);
process.exit(problems.length > 0 ? 1 : 0);

function checkImage(): void {
  const copied = [...read('Dockerfile').matchAll(/^COPY --from=build \/app\/(\S+)/gm)].map(([, name = '']) => name);
  const missing = copied.filter((name) => name !== 'node_modules' && !fs.existsSync(path.join(ROOT, name)));
  for (const name of missing) problems.push(`Dockerfile: there is no ${name}`);
  const { dependencies } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const built = fs.readFileSync(path.join(ROOT, 'server/start.ts'), 'utf8').matchAll(/builtPages\('([\w-]+)'\)/g);
  const pages = [...built].map(([, name = '']) => name);
  if (pages.length < 2) problems.push('server/start.ts: its built pages are not found');
  for (const name of pages)
    if (!copied.includes(name)) problems.push(`Dockerfile: the image lacks ${name}, which the server shows`);
  const inside = (file: string) => copied.some((name) => file.startsWith(`${name}/`));
  const folders = copied.filter((name) => !['node_modules', ...pages].includes(name) && !name.includes('.'));
  const files = folders
    .flatMap((name) =>
      fs.readdirSync(path.join(ROOT, name), { recursive: true, encoding: 'utf8' }).map((file) => `${name}/${file}`),
    )
    // Only `npm run dev` imports the latter.
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^server\/http\/pages\/dev-pages\.ts$/.test(file));
  const strangers = files.flatMap((file) =>
    importsOf(file)
      .filter((name) => !isThere(file, name))
      .map((name) => `${file} imports ${name}, which the image has not`),
  );
  problems.push(...strangers);
  console.log(`${strangers.length === 0 ? '✓' : '✗'} the image holds what ${files.length} files of the server import`);
  if (!/^USER (?!root)/m.test(read('Dockerfile'))) problems.push('Dockerfile: runs as root');

  function isThere(file: string, name: string): boolean {
    if (name.startsWith('#')) return inside(name.slice(1));
    if (name.startsWith('.')) return inside(path.posix.join(path.posix.dirname(file), name));
    const known = name
      .split('/')
      .slice(0, name.startsWith('@') ? 2 : 1)
      .join('/');
    return name.startsWith('node:') || known in dependencies;
  }
}

/** What a file imports when it runs; types are gone by then. */
function importsOf(file: string): string[] {
  const text = fs.readFileSync(path.join(ROOT, file), 'utf8');
  const found = text.matchAll(
    /^(?:import|export) (?!type )[\w\s{},*$]*?from '([^']+)'|^import '([^']+)'|import\('([^']+)'\)/gm,
  );
  return [...found].map(([, ...names]) => names.find(Boolean) ?? '');
}
