// `npm run audit`: known holes in what the product depends on, signatures of what was installed, and secrets in the
// tree.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findSecrets } from './secrets.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BINARY = /\.(?:avif|webp|png|jpe?g|gif|ico|mp4|woff2?|zip|pdf|glb)$/;

/** Every file of the repository that is text. */
export function trackedTexts() {
  const names = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return names
    .split('\0')
    .filter((name) => name && !BINARY.test(name) && name !== 'package-lock.json')
    .map((name) => path.join(ROOT, name))
    .filter((file) => fs.existsSync(file));
}

export function scanTree() {
  return trackedTexts().flatMap((file) =>
    findSecrets(fs.readFileSync(file, 'utf8')).map((found) => ({ file: path.relative(ROOT, file), ...found })),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const failed = [];
  for (const args of [
    ['audit', '--omit=dev', '--audit-level=moderate'],
    ['audit', 'signatures'],
  ]) {
    console.log(`\n— npm ${args.join(' ')}`);
    if (spawnSync('npm', args, { cwd: ROOT, stdio: 'inherit' }).status !== 0) failed.push(`npm ${args.join(' ')}`);
  }
  console.log('\n— secrets in the tree');
  const secrets = scanTree();
  for (const { file, line, what } of secrets) console.log(`${file}:${line} ${what}`);
  if (secrets.length > 0) failed.push(`${secrets.length} lines that look like secrets`);
  console.log(failed.length > 0 ? `✗ ${failed.join('; ')}` : '✓ nothing found');
  process.exitCode = failed.length > 0 ? 1 : 0;
}
