import type { RequestContext } from '../context.ts';
import { keyedHash, sameSecret } from '../platform/keyed-hash.ts';

/**
 * A cookie's value that says what this installation knows of a browser: marks, each of one store and one subject, which
 * end by themselves and which nobody else can make. The newest comes first.
 */
export type MarkKind = { name: string; seconds: number; most: number };
type Carrier = Pick<RequestContext, 'secret' | 'store' | 'now'>;

const markOf = ({ secret, store }: Carrier, kind: MarkKind, subject: string, until: string): string =>
  `${until}.${keyedHash(secret, `${kind.name}:${store.uuid}:${subject}:${until}`)}`;

const untilOf = (mark: string): string => mark.slice(0, mark.indexOf('.'));

const marksOf = ({ now }: Carrier, { most }: MarkKind, value: string): string[] =>
  value
    .slice(0, 3_000)
    .split('~', most)
    .filter((mark) => Number.parseInt(mark, 36) * 1_000 > now().getTime());

const isOf = (ctx: Carrier, kind: MarkKind, subject: string) => (mark: string) =>
  sameSecret(mark, markOf(ctx, kind, subject, untilOf(mark)));

export const hasMark = (ctx: Carrier, kind: MarkKind, value: string, subject: string): boolean =>
  marksOf(ctx, kind, value).some(isOf(ctx, kind, subject));

/** The cookie's new value. */
export function withMark(ctx: Carrier, kind: MarkKind, value: string, subject: string): string {
  const isSame = isOf(ctx, kind, subject);
  const others = marksOf(ctx, kind, value).filter((mark) => !isSame(mark));
  const until = Math.floor(ctx.now().getTime() / 1_000) + kind.seconds;
  return [markOf(ctx, kind, subject, until.toString(36)), ...others].slice(0, kind.most).join('~');
}

/** `Set-Cookie` of a cookie that no script reads. */
export const hiddenCookie = (
  { origin }: Pick<RequestContext, 'origin'>,
  { name, value, seconds }: { name: string; value: string; seconds: number },
): string =>
  `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${origin.startsWith('https:') ? '; Secure' : ''}`;
