// How much an account keeps, which is also the most that a device sends of each at once (`merge-device`).

export const MAX_FAVORITES = 500;
/** In the garage, besides those that were bought here. */
export const MAX_VEHICLES = 20;
export const MAX_ADDRESSES = 20;
/** Configurations, and quotes. */
export const MAX_SAVED = 50;
