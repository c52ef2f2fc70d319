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
  /** The clean text; `media` gives the address of a picture, `null` drops it. */
  render: (media: (path: string) => string | null) => string;
};

const inFolder = (src: string | undefined): src is string => /^(?:files|pictures)\//.test(src ?? '');

export function parseHtml(source: string): Html {
  const pictures: string[] = [];
  const links: string[] = [];
  const render = (media: (path: string) => string | null): string =>
    sanitizeHtml(source, {
      allowedTags,
      allowedAttributes: {
        a: ['href', 'rel', 'target'],
        bdi: ['dir'],
        img: ['src', 'alt', 'width', 'height', 'loading'],
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
          const src = inFolder(attributes.src) ? media(attributes.src) : null;
          const { alt = '', width, height } = attributes;
          return {
            tagName,
            attribs: { ...(src && { src }), alt, ...(width && { width }), ...(height && { height }), loading: 'lazy' },
          };
        },
      },
      exclusiveFilter: (frame) => frame.tag === 'img' && !frame.attribs.src,
    }).trim();

  const clean = render((path) => {
    pictures.push(path);
    return path;
  });
  for (const [, href] of clean.matchAll(/href="(\/[^"]*)"/g)) if (href) links.push(href.replaceAll('&amp;', '&'));
  return { pictures, links, render };
}
