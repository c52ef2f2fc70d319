const signs: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
const entities = Object.fromEntries(Object.entries(signs).map(([entity, sign]) => [sign, entity]));

/** Decodes text of HTML that the importer has cleaned: it writes no entities but these four. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot);/g, (entity) => signs[entity] ?? entity);

/** The other way round: text as it stands in a mail's HTML and in pages that the importer reads. */
export const encodeEntities = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);

/**
 * Text as it stands in any markup, also within single quotes; without control characters, one of which makes an XML
 * file unreadable.
 */
export const escapeMarkup = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
