export const YOUTUBE = 'https://www.youtube-nocookie.com';

/** How a product's video is shown: YouTube's after a press, a file by the browser's own player, another page in a frame. */
export type Video = { kind: 'youtube' | 'file' | 'frame' | 'link'; src: string };

const youtubeHosts = [
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
];

/** What can't be shown on the page, since the store doesn't allow its host, is a link. @returns null for no address at all */
export function videoOf(address: string, frameHosts: string[]): Video | null {
  if (/^\/media\/[0-9a-f]{32}\.mp4$/.test(address)) return { kind: 'file', src: address };
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
