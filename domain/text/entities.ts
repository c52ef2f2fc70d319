const signs: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
const entities = Object.fromEntries(Object.entries(signs).map(([entity, sign]) => [sign, entity]));

/** Decodes text of HTML that the importer has cleaned: it writes no entities but these four. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot);/g, (entity) => signs[entity] ?? entity);

/** The other way round: text as it stands in a mail's HTML and in pages that the importer reads. */
export const encodeEntities = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);

/** Text as it stands in any markup, XML too, also within single quotes. Control characters, which XML can't hold, stay. */
export const escapeMarkup = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
