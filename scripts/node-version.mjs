/** Oldest Node that can run the scripts, and oldest that can run the application itself (React Router asks for it). */
const OLDEST_FOR_SCRIPTS = [20, 0];
const OLDEST_FOR_APPLICATION = [22, 22];

/** @param {string} version such as `v24.21.0` */
const atLeast = (version, [major, minor]) => {
  const [a, b] = version.replace('v', '').split('.').map(Number);
  return a > major || (a === major && b >= minor);
};

export const canRunApplication = (version) => atLeast(version, OLDEST_FOR_APPLICATION);

export function requireNode() {
  if (atLeast(process.version, OLDEST_FOR_SCRIPTS)) return;
  console.error(`Node ${process.version} is too old; install Node 20 or newer (https://nodejs.org) and try again.`);
  process.exit(1);
}

/** Something a person has to put right: one line, no stack. */
export class Complaint extends Error {}

export function stopWith(error) {
  console.error(error instanceof Complaint ? error.message : error);
  process.exitCode = 1;
}
