import { appendFilm, beginFilm } from '#server/office/products/films.ts';
import { actByScript } from '../../load.ts';

/** Begins the upload of a film and takes its pieces; a field of the product's form then names it. */
export const action = actByScript({ begin: beginFilm, append: appendFilm });
