import { spawn } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OWN_BIN = path.join(ROOT, 'node_modules', '.bin');

/** npm and what it starts must run on the machine's Node: the project's own is replaced while they work. */
const machinePath = () =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => path.resolve(folder) !== OWN_BIN)
    .join(path.delimiter);

export const machineEnv = () => ({ ...process.env, PATH: machinePath() });

/** With Node's compiled code kept from one process to the next, which saves a quarter of a start. */
export const projectEnv = () => ({
  NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules', '.cache', 'compiled'),
  ...process.env,
  PATH: OWN_BIN + path.delimiter + machinePath(),
});

/**
 * Runs a command to its end with its output collected.
 * @returns {Promise<{ code: number, output: string }>} code 127 when the command does not exist
 */
export function collect(command, args, env = projectEnv()) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (text) => (output += text));
    child.stderr.on('data', (text) => (output += text));
    child.on('error', (error) => resolve({ code: 127, output: String(error) }));
    child.on('close', (code, signal) =>
      resolve({ code: code ?? 1, output: signal ? `${output}\nended by ${signal}` : output }),
    );
  });
}

/**
 * Runs a command before everybody's eyes; signals to this process go on to it. Resolves with its exit code, for a
 * signal as shells count it. `hear` gets what it says on stderr, too.
 */
export function show(command, args, env = projectEnv(), { hear } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, env, stdio: ['inherit', 'inherit', hear ? 'pipe' : 'inherit'] });
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      process.stderr.write(text);
      hear(text);
    });
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    const forward = (signal) => child.kill(signal);
    for (const signal of signals) process.on(signal, forward);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      for (const name of signals) process.off(name, forward);
      resolve(code ?? 128 + os.constants.signals[signal]);
    });
  });
}

/** Prints what is being done, a sign of life every quarter of a minute, and how long it took. */
export async function step(title, work) {
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1000);
  console.log(`${title} …`);
  const alive = setInterval(() => console.log(`  … ${seconds()} s`), 15_000);
  try {
    const result = await work();
    console.log(`  done in ${seconds()} s`);
    return result;
  } finally {
    clearInterval(alive);
  }
}
