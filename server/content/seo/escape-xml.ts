/** Text as it stands in XML. The importer refuses control characters, which XML can't hold. */
export const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
