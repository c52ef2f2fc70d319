const signs: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** Text out of HTML that the importer has cleaned: it writes no other entities than these four. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot);/g, (entity) => signs[entity] ?? entity);
