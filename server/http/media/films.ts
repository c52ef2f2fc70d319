import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../../platform/errors.ts';
import type { Storage } from '../../providers/storage/storage.ts';

export const isFilm = (name: string): boolean => name.endsWith('.mp4');

/** A film, or the requested range: browsers play and seek by ranges, and Safari plays nothing without them. */
export async function sendFilm(storage: Storage, name: string, request: FastifyRequest, reply: FastifyReply) {
  const size = await storage.size(name);
  if (size === null) throw refuse('NOT_FOUND');
  const range = readRange(request.headers.range, size);
  reply.type('video/mp4').headers({
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send('');
  const [from, to] = range ?? [0, size - 1];
  if (range) reply.code(206).header('content-range', `bytes ${from}-${to}/${size}`);
  return reply.header('content-length', to - from + 1).send(storage.part(name, from, to));
}

/** `bytes=a-b`, `bytes=a-` or `bytes=-n` (RFC 9110 §14); `null`: the whole film, also for any other range. */
export function readRange(header: string | undefined, size: number): [number, number] | 'unsatisfiable' | null {
  const parts = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!parts || (parts[1] === '' && parts[2] === '')) return null;
  const [first, last] = [parts[1] ?? '', parts[2] ?? ''];
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (from > to && !(first !== '' && last !== '' && Number(last) < from)) return 'unsatisfiable';
  return from > to ? null : [from, to];
}
