import sanitizeHtml from 'sanitize-html';
import { isOutermost, videoOf } from '#domain/catalogue/video.ts';
import { keepUnits } from '#domain/text/format.ts';

/** Elements allowed in descriptions, content pages and posts, whether imported or written in the office. */
const allowedTags = [
  ...['p', 'h2', 'h3', 'ul', 'ol', 'li', 'strong', 'em', 'bdi', 'a', 'br', 'blockquote'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'img', 'figure', 'figcaption'],
];

export type Html = {
  /** Paths of the folder's pictures used in the text. */
  pictures: string[];
  /** Links into the site itself (`/page/terms`). */
  links: string[];
  /** Names of removed elements, once per occurrence. */
  removedTags: string[];
  /** The clean text; `shown` returns a picture's attributes, or `null` to drop it. */
  render: (shown: (path: string) => ShownPicture | null) => string;
};

/** Without a size the picture would shift the content below it when it loads. */
export type ShownPicture = { src: string; srcset?: string; sizes?: string; width?: number; height?: number };

const inFolder = (src: string | undefined): src is string => /^(?:files|pictures)\//.test(src ?? '');

/** Elements that are replaced, see `transformTags`. */
const changed = ['h1', 'h4', 'b', 'i'];

/**
 * Makes operators' HTML safe to show: what isn't on the lists of elements, attributes and schemes is removed, scripts
 * with all that they hold. Every text with markup passes here before it is stored.
 */
export function sanitizeRichText(source: string): Html {
  const pictures: string[] = [];
  const links: string[] = [];
  const removedTags: string[] = [];
  const render = (
    show: (path: string) => ShownPicture | null,
    noteRemoved: (tag: string) => void = () => {},
  ): string => {
    const clean = sanitizeHtml(source, {
      allowedTags,
      textFilter: keepUnits,
      onOpenTag: (tag, { src }) => {
        const isAllowed = [...allowedTags, ...changed].includes(tag) || (tag === 'iframe' && filmOf(src));
        if (!isAllowed || (tag === 'img' && !inFolder(src))) noteRemoved(tag);
      },
      allowedAttributes: {
        a: ['href', 'rel', 'target', 'data-film'],
        bdi: ['dir'],
        img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading'],
        th: ['scope', 'colspan', 'rowspan'],
        td: ['colspan', 'rowspan'],
      },
      allowedSchemes: ['https', 'http', 'mailto', 'tel'],
      allowProtocolRelative: false,
      transformTags: {
        h1: 'h2',
        h4: 'h3',
        b: 'strong',
        i: 'em',
        a: (tagName, attributes) => {
          const href = attributes.href ?? '';
          const away = /^https?:/i.test(href);
          const attribs: Record<string, string> = away
            ? { href, rel: 'noopener noreferrer nofollow', target: '_blank' }
            : { href };
          return { tagName, attribs };
        },
        iframe: (tagName, { src, title }) => {
          const href = filmOf(src);
          if (!href) return { tagName, attribs: {} };
          const attribs = { href, rel: 'noopener noreferrer nofollow', target: '_blank', 'data-film': '' };
          return { tagName: 'a', attribs, text: title?.trim() || 'סרטון' };
        },
        img: (tagName, attributes) => {
          const shown = inFolder(attributes.src) ? show(attributes.src) : null;
          const { src = '', srcset = '', sizes = '', ...dimensions } = shown ?? ({} as Partial<ShownPicture>);
          const {
            alt = '',
            width = String(dimensions.width ?? ''),
            height = String(dimensions.height ?? ''),
          } = attributes;
          const all = { src, srcset, sizes, width, height, loading: 'lazy' };
          const attribs = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
          return { tagName, attribs: { ...attribs, alt } };
        },
      },
      exclusiveFilter: (frame) => frame.tag === 'img' && !frame.attribs.src,
    });
    return standAlone(clean).trim();
  };

  const clean = render(
    (path) => {
      pictures.push(path);
      return { src: path };
    },
    (tag) => removedTags.push(tag),
  );
  for (const [, href] of clean.matchAll(/href="(\/[^"]*)"/g)) if (href) links.push(href.replaceAll('&amp;', '&'));
  return { pictures, links, removedTags, render };
}

/** URL of a YouTube film, from the forms used for frames. */
function filmOf(src = ''): string | null {
  const url = src.replace(/^\/\//, 'https://');
  return videoOf(url, [])?.kind === 'youtube' ? url : null;
}

/** A film that was a frame gets a paragraph of its own, which pages recognise (`domain/catalogue/video.ts`). */
const standAlone = (html: string): string =>
  html.replace(
    /(<p>\s*|<figure>\s*)?(<a [^>]*?) data-film(?:="")?>([^<]*<\/a>)(\s*<\/p>)?/g,
    (_, before: string | undefined, open: string, rest: string, after: string | undefined, at: number) => {
      const link = `${open}>${rest}`;
      const alone = before ? before.startsWith('<figure') || after : !after && isOutermost(html, at);
      if (!alone) return `${before ?? ''}${link}${after ?? ''}`;
      return `${before?.startsWith('<figure') ? before : ''}<p>${link}</p>`;
    },
  );
