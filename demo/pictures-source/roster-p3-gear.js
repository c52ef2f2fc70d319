export const MODELS = {};
export const special = {};
