/** Print has no theme. */
export const INK = '#16181d';
export const INK_2 = '#565c66';
export const LINE = '#c9cdd3';
