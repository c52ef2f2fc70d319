import type { Folder, StoreFolder } from '../folder.ts';
import type { FileLocation } from '../problems.ts';
import { isFilm } from './probe.ts';

/** A location in the folder's files that references a picture. */
export type Reference = { path: string; location: FileLocation; value: string };

/** A store's own pictures are named relative to the store's folder, `files/logo.svg`. */
export const storePath = (store: string, path: string): string => `stores/${store}/${path}`;

/** Paths in rich text: `files/…` is the store's (in its pages), `pictures/…` the folder's. */
export const htmlPath = (store: string | null, path: string): string =>
  path.startsWith('files/') && store !== null ? storePath(store, path) : path;

export const isUrl = (value: string): boolean => value.startsWith('https://');

export const isStoreFile = (value: string): boolean => value.startsWith('files/');

/** All pictures but those of variants, and the films of products. */
export function pictureReferences(folder: Folder): Reference[] {
  const references: Reference[] = [];
  folder.company?.brands.forEach((brand, index) => {
    const location = { file: 'company.json', column: `brands[${index}].logo`, unit: 'company' } as const;
    if (brand.logo) references.push({ path: brand.logo, location, value: brand.logo });
  });
  for (const store of folder.stores) references.push(...storeReferences(store));
  for (const { file, row, unit, data } of folder.products) {
    for (const value of data.videos ?? [])
      if (isFilm(value) && !isUrl(value))
        references.push({ path: value, location: { file, row, unit, column: 'videos' }, value });
  }
  for (const { file, row, unit, data } of [...folder.assemblies, ...folder.pictures]) {
    const path = `pictures/${data.picture}`;
    references.push({ path, location: { file, row, unit, column: 'picture' }, value: data.picture });
  }
  for (const { file, unit, html } of folder.descriptions) {
    for (const value of html.pictures) references.push({ path: value, location: { file, unit }, value });
  }
  return references;
}

function storeReferences(store: StoreFolder): Reference[] {
  const references: Reference[] = [];
  const add = (file: string, column: string, value: string | undefined | null, row?: number): void => {
    if (!value) return;
    const location = { file: `stores/${store.key}/${file}`, column, row, unit: store.unit };
    references.push({ path: storePath(store.key, value), location, value });
  };
  for (const name of ['logo', 'footer_logo', 'favicon'] as const) add('store.json', name, store.file?.[name]);
  store.file?.home.hero.forEach((hero, index) => {
    add('store.json', `home.hero[${index}].picture`, hero.picture);
  });
  add('store.json', 'home.story.picture', store.file?.home.story?.picture);
  for (const { row, data } of store.collections ?? []) add('collections.csv', 'banner', data.banner, row);
  store.widgets?.forEach((widget, index) => {
    for (const values of [widget.attributes, ...widget.items]) {
      for (const [name, value] of Object.entries(values))
        if (isStoreFile(value)) add('widgets.json', `[${index}].${name}`, value);
    }
  });
  for (const page of store.pages) {
    for (const value of page.html.pictures) {
      references.push({ path: htmlPath(store.key, value), location: { file: page.file, unit: page.unit }, value });
    }
  }
  for (const { file, unit, head, html } of store.posts) {
    for (const value of [...(head.picture ? [head.picture] : []), ...html.pictures])
      references.push({ path: htmlPath(store.key, value), location: { file, unit }, value });
  }
  return references;
}
