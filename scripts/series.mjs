import fs from 'node:fs';
import path from 'node:path';
import { Complaint } from './node-version.mjs';
import { prepare } from './prepare.mjs';
import { ROOT, show } from './run.mjs';

/**
 * Runs every program of a folder in turn, or those whose name contains one of `wanted`, on the project's Node.
 * A program says by its exit code whether it succeeded. Arguments that begin with `--` are handed to the programs.
 */
export async function runSeries(folder, args) {
  const options = args.filter((arg) => arg.startsWith('--'));
  const wanted = args.filter((arg) => !arg.startsWith('--'));
  const node = await prepare();
  const full = path.join(ROOT, folder);
  const programs = (fs.existsSync(full) ? fs.readdirSync(full) : [])
    .filter((name) => /\.(ts|mjs)$/.test(name) && !name.startsWith('_'))
    .filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
    .sort();
  if (programs.length === 0)
    throw new Complaint(`${folder} holds no program${wanted.length ? ` named ${wanted.join(' or ')}` : ''}.`);

  const failed = [];
  for (const program of programs) {
    console.log(`\n— ${folder}/${program}`);
    if ((await show(node, [path.join(folder, program), ...options])) !== 0) failed.push(program);
  }
  console.log(`\n${programs.length - failed.length} passed, ${failed.length} failed`);
  for (const program of failed) console.log(`✗ ${folder}/${program}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}
