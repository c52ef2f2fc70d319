/** Named once: each mention brings the names of all files that the parts need, in the page's first code. */
export const loadHeroParts = () => import('./hero-parts.ts');
