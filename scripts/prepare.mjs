import { createHash } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { Complaint, canRunApplication } from './node-version.mjs';
import { collect, machineEnv, projectEnv, ROOT, show, step } from './run.mjs';

const OWN_NODE = path.join(ROOT, 'node_modules', '.bin', 'node');
const STAMP = path.join(ROOT, 'build', 'inputs.sha256');
/** Whatever the browser's and the pages' bundles are made of. */
const BUILD_INPUTS = [
  'shop',
  'office',
  'ui',
  'contract',
  'db',
  'domain',
  'server',
  'public',
  'package-lock.json',
  'tsconfig.json',
];

/** Installs and builds what is missing or out of date. Resolves with the Node to run the application on. */
export async function prepare() {
  if (!isInstalled()) await install();
  const node = await chooseNode();
  const inputs = hashOfInputs();
  if (readOr(STAMP, '') !== inputs) await build(inputs);
  return node;
}

/** Installed is what npm's own record in node_modules says, compared with the lock file package by package. */
function isInstalled() {
  const installed = JSON.parse(readOr(path.join(ROOT, 'node_modules', '.package-lock.json'), '{}')).packages ?? {};
  const wanted = JSON.parse(fs.readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(
    ([name, entry]) => name === '' || entry.optional || entry.devOptional || installed[name]?.version === entry.version,
  );
}

async function install() {
  // NODE_ENV=production would leave out what the build needs.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  const { code, output } = await step('Installing packages', () => collect('npm', args, machineEnv()));
  if (code === 0) return;
  if (code === 127) throw new Complaint('npm was not found; install it together with Node (https://nodejs.org).');
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ECONNRESET|network/.test(output)) {
    throw new Complaint(
      'npm could not reach its package registry; check the network and proxy settings and start again.',
    );
  }
  if (/ENOSPC/.test(output)) throw new Complaint('The disk is full; about 700 MB are needed for packages.');
  const lines = output.split('\n').filter((line) => /^npm (error|ERR!)/.test(line));
  throw new Complaint(`npm ci failed:\n${(lines.length ? lines : output.split('\n')).slice(0, 12).join('\n')}`);
}

/** The package `node` brings Node 24; its binary is missing where npm was told to skip install scripts. */
async function chooseNode() {
  const own = await collect(OWN_NODE, ['--version']);
  if (own.code === 0) return OWN_NODE;
  if (canRunApplication(process.version)) {
    console.log(
      `The project's own Node 24 is not installed (install scripts were skipped); running on ${process.version}.`,
    );
    return process.execPath;
  }
  throw new Complaint(
    `The project's own Node 24 is not installed and ${process.version} is too old for it; run: npm rebuild node --ignore-scripts=false`,
  );
}

async function build(inputs) {
  const env = { ...projectEnv(), NODE_ENV: 'production' };
  const command = path.join(ROOT, 'node_modules', '.bin', 'react-router');
  const apps = { shop: ['build'], office: ['build', 'office'] };
  // Side by side: for most of its time each keeps one core.
  await Promise.all(
    Object.entries(apps).map(async ([app, args]) => {
      const { code, output } = await step(`Building the ${app}`, () => collect(command, args, env));
      if (code !== 0) throw new Complaint(`The build failed:\n${output.trim()}`);
    }),
  );
  fs.writeFileSync(STAMP, inputs);
}

function hashOfInputs() {
  const configs = fs.readdirSync(ROOT).filter((name) => /^(vite|react-router)\.config\./.test(name));
  const hash = createHash('sha256');
  for (const input of [...BUILD_INPUTS, ...configs]) addToHash(hash, input);
  return hash.digest('hex');
}

/** Pictures and fonts by size alone: reading them all would cost a second at every start. */
function addToHash(hash, name) {
  const full = path.join(ROOT, name);
  const stat = fs.statSync(full, { throwIfNoEntry: false });
  if (!stat || name.endsWith('.test.ts')) return;
  if (stat.isDirectory()) {
    for (const child of fs.readdirSync(full).sort()) addToHash(hash, `${name}/${child}`);
    return;
  }
  hash.update(name).update(name.startsWith('public/') ? String(stat.size) : fs.readFileSync(full));
}

const readOr = (file, otherwise) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : otherwise);

/** Said before the long work begins; the server checks again when it listens. */
export function checkPort() {
  const port = Number(process.env.PORT || 3000);
  const host = process.env.HOST || '127.0.0.1';
  if (!(Number.isInteger(port) && port > 0 && port < 65_536)) return Promise.resolve(); // the server says what is wrong
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.on('error', (error) => {
      if (error.code === 'EADDRINUSE') {
        reject(
          new Complaint(
            `Port ${port} is taken; stop what listens there, or choose another: PORT=${port + 1} npm start`,
          ),
        );
      } else if (error.code === 'EACCES') {
        reject(new Complaint(`Port ${port} needs more rights; choose one above 1023: PORT=3000 npm start`));
      } else resolve(); // anything else is told by the server, which knows its settings
    });
    probe.listen(port, host, () => probe.close(resolve));
  });
}

export function runServer(node, args) {
  return show(node, args, { ...projectEnv(), NODE_ENV: process.env.NODE_ENV || 'production' });
}
