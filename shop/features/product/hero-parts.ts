/** Parts of the first screen that come after the page, in one file: many small ones cost more than their bytes. */
export { default as VehiclePrice } from '../finance/vehicle-price.tsx';
export { default as StockLine } from './buy/stock-line.tsx';
export { default as VehicleActions } from './buy/vehicle-actions.tsx';
export { default as Facts } from './facts.tsx';
export { default as GalleryTools } from './gallery/gallery-tools.tsx';
export { default as HeroActions } from './hero-actions.tsx';
export { default as HeroNotes } from './hero-notes.tsx';
