/**
 * Comparison key of settlement and street names: people write קריית for the official קרית, ת״א־יפו or תל אביב - יפו,
 * with or without marks.
 */
export const postalNameKey = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\u0591-\u05bd\u05bf-\u05c7]/g, '')
    .replace(/["'`׳״’‘“”]/g, '')
    .replace(/[-־–—_.,()/]+/g, ' ')
    .replace(/יי/g, 'י')
    .replace(/וו/g, 'ו')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
