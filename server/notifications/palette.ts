/** Mail programs support no CSS variables: the greys of `ui/styles/tokens.css` as literals, for light and dark mode. */
export const WHITE = '#ffffff';
export const LIGHT = { ground: '#f4f5f6', card: WHITE, ink: '#16181d', ink2: '#565c66', line: '#e3e6ea' };
export const DARK = { ground: '#0f1114', card: '#1b1e23', ink: '#f2f4f7', ink2: '#b4bac4', line: '#363b44' };
