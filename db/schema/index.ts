export * from './catalogue.ts';
export * from './content.ts';
export * from './customers.ts';
export * from './operations.ts';
export * from './orders.ts';
export * from './stores.ts';
