import { decodeEntities } from '../text/entities.ts';

export const YOUTUBE = 'https://www.youtube-nocookie.com';

/**
 * How a product's video is shown: YouTube's after a press, a file by the browser's own player, another page in a frame.
 */
export type Video = { kind: 'youtube' | 'file' | 'frame' | 'link'; src: string };

const youtubeHosts = [
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
];

/** Of the shop's own storage. */
export const isStoredFilm = (address: string): boolean => /^\/media\/[0-9a-f]{32}\.mp4$/.test(address);

/**
 * What can't be shown on the page, since the store doesn't allow its host, is a link. @returns null for no address at
 * all
 */
export function videoOf(address: string, frameHosts: string[]): Video | null {
  if (isStoredFilm(address)) return { kind: 'file', src: address };
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== 'https:') return null;
  const id = youtubeId(url);
  if (id) return { kind: 'youtube', src: `${YOUTUBE}/embed/${id}?autoplay=1&rel=0&hl=he` };
  if (!frameHosts.some((host) => matches(url.hostname, host))) return { kind: 'link', src: url.href };
  return { kind: url.pathname.toLowerCase().endsWith('.mp4') ? 'file' : 'frame', src: url.href };
}

function youtubeId({ hostname, pathname, searchParams }: URL): string | null {
  const id =
    hostname === 'youtu.be'
      ? pathname.slice(1)
      : youtubeHosts.includes(hostname)
        ? (searchParams.get('v') ?? /^\/(?:embed|shorts|live|v)\/([^/]+)$/.exec(pathname)?.[1] ?? '')
        : '';
  return /^[\w-]{11}$/.test(id) ? id : null;
}

/** `*.example.com` stands for every host below it, as in a content policy. */
const matches = (hostname: string, host: string): boolean =>
  host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host;

/** A piece of a text: HTML as it is, or a film with what its link says; `''` where that is only its address. */
export type TextPart = { html: string } | { film: Video; title: string };

/**
 * A cleaned text with its films apart: a link to a film that stands alone in its paragraph, and the figure around it,
 * is shown as the film. Where the store can't show it, it stays a link.
 */
export function withFilms(html: string, frameHosts: string[]): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  const lonely =
    /(<figure>\s*)?<p>\s*<a href="([^"]*)"[^>]*>([^<]*)<\/a>\s*<\/p>(?:\s*(?:<figcaption>([^<]*)<\/figcaption>\s*)?<\/figure>)?/g;
  for (const { 0: whole, 1: figure = '', 2: href = '', 3: title = '', 4: caption = '', index } of html.matchAll(
    lonely,
  )) {
    const film = videoOf(decodeEntities(href), frameHosts);
    if (!film || film.kind === 'link' || Boolean(figure) !== whole.endsWith('</figure>') || !isOutermost(html, index))
      continue;
    const before = html.slice(from, index).trim();
    if (before) parts.push({ html: before });
    const label = decodeEntities(caption || title).trim();
    parts.push({ film, title: /^https?:/.test(label) ? '' : label });
    from = index + whole.length;
  }
  const rest = html.slice(from).trim();
  return rest ? [...parts, { html: rest }] : parts;
}

/** Whether no element of the cleaned text is open at this place. */
export function isOutermost(html: string, at: number): boolean {
  const before = html.slice(0, at);
  return before.match(/<(?!\/|img\b|br\b)/g)?.length === before.match(/<\//g)?.length;
}
