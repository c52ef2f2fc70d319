import sanitizeHtml from 'sanitize-html';

/** What a description or a content page may be made of; anything else is taken out when it comes in. */
const allowedTags = [
  ...['p', 'h2', 'h3', 'ul', 'ol', 'li', 'strong', 'em', 'bdi', 'a', 'br', 'blockquote'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'img', 'figure', 'figcaption'],
];

export type Html = {
  /** Paths of the folder that pictures name. */
  pictures: string[];
  /** Links into the site itself (`/page/terms`). */
  links: string[];
  /** The clean text; `shown` says how a picture is shown, `null` drops it. */
  render: (shown: (path: string) => ShownPicture | null) => string;
};

/** Without a size of its own the picture would push away what stands below it when it comes. */
export type ShownPicture = { src: string; srcset?: string; sizes?: string; width?: number; height?: number };

const inFolder = (src: string | undefined): src is string => /^(?:files|pictures)\//.test(src ?? '');

export function parseHtml(source: string): Html {
  const pictures: string[] = [];
  const links: string[] = [];
  const render = (show: (path: string) => ShownPicture | null): string =>
    sanitizeHtml(source, {
      allowedTags,
      allowedAttributes: {
        a: ['href', 'rel', 'target'],
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
        img: (tagName, attributes) => {
          const shown = inFolder(attributes.src) ? show(attributes.src) : null;
          const { src = '', srcset = '', sizes = '', ...own } = shown ?? ({} as Partial<ShownPicture>);
          const { alt = '', width = String(own.width ?? ''), height = String(own.height ?? '') } = attributes;
          const all = { src, srcset, sizes, width, height, loading: 'lazy' };
          const attribs = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
          return { tagName, attribs: { ...attribs, alt } };
        },
      },
      exclusiveFilter: (frame) => frame.tag === 'img' && !frame.attribs.src,
    }).trim();

  const clean = render((path) => {
    pictures.push(path);
    return { src: path };
  });
  for (const [, href] of clean.matchAll(/href="(\/[^"]*)"/g)) if (href) links.push(href.replaceAll('&amp;', '&'));
  return { pictures, links, render };
}
