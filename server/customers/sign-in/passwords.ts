import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { normalPassword, passwordProblem } from '#domain/people/password.ts';
import type { RequestContext } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';

/** OWASP's minimum for argon2id: 19 MiB, two passes; about 40 ms of one core, off the event loop. */
const MEMORY = 19_456;
const PASSES = 2;

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2);
const plain = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

/** In PHC format (`$argon2id$v=19$m=…,t=…,p=1$salt$hash`), which contains its own cost. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const bytes = await compute(password, salt, MEMORY, PASSES);
  return `$argon2id$v=19$m=${MEMORY},t=${PASSES},p=1$${plain(salt)}$${plain(bytes)}`;
}

const compute = (password: string, nonce: Buffer, memory: number, passes: number): Promise<Buffer> =>
  derive('argon2id', { message: normalPassword(password), nonce, memory, passes, parallelism: 1, tagLength: 32 });

/** Compared with where there is no account: costs the same and never matches. */
const NOBODY = `$argon2id$v=19$m=${MEMORY},t=${PASSES},p=1$${plain(randomBytes(16))}$${plain(randomBytes(32))}`;

export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([^$]+)\$([^$]+)$/.exec(hash ?? NOBODY);
  const [, memory, passes, salt = '', expected = ''] = match ?? [];
  if (!match) return false;
  const bytes = await compute(password, Buffer.from(salt, 'base64'), Number(memory), Number(passes));
  return timingSafeEqual(bytes, Buffer.from(expected, 'base64'));
}

type Person = { firstName: string; lastName: string; email: string | null; phone: string | null };

/** @throws WEAK_PASSWORD with the reason */
export function refuseWeak(ctx: RequestContext, password: string, person: Person): void {
  const { firstName, lastName, email, phone } = person;
  const local = phone?.replace('+972', '0');
  const personalWords = [firstName, lastName, email, phone, local, ctx.store.name, ctx.store.nameEn];
  const problem = passwordProblem(
    password,
    personalWords.filter((word) => typeof word === 'string'),
  );
  if (problem) throw refuse('WEAK_PASSWORD', { message: problem, fields: [{ path: 'password', message: problem }] });
}
