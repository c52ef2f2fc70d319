import { boolean, id, index, integer, jsonb, moment, pgTable, primaryKey, text, unique, uuid } from './columns.ts';
import { stores } from './stores.ts';

export const menuLinks = pgTable(
  'menu_links',
  {
    uuid: id(),
    storeUid: uuid('store_uid')
      .notNull()
      .references(() => stores.uuid, { onDelete: 'cascade' }),
    menuKey: text('menu_key').notNull(),
    parentUid: uuid('parent_uid'),
    name: text('name').notNull(),
    entityType: text('entity_type').notNull(),
    slug: text('slug'),
    customPath: text('custom_path'),
    areaNumber: integer('area_number').notNull().default(1),
    position: integer('position').notNull(),
  },
  (t) => [index().on(t.storeUid, t.menuKey)],
);

export const widgets = pgTable(
  'widgets',
  {
    uuid: id(),
    storeUid: uuid('store_uid')
      .notNull()
      .references(() => stores.uuid, { onDelete: 'cascade' }),
    area: text('area').notNull(),
    component: text('component').notNull(),
    style: text('style').notNull().default(''),
    attributes: jsonb('attributes').$type<Record<string, string>>().notNull().default({}),
    items: jsonb('items').$type<Record<string, string>[]>().notNull().default([]),
    position: integer('position').notNull(),
  },
  (t) => [index().on(t.storeUid, t.area)],
);

export const contentPages = pgTable(
  'content_pages',
  {
    uuid: id(),
    storeUid: uuid('store_uid')
      .notNull()
      .references(() => stores.uuid, { onDelete: 'cascade' }),
    slug: text('slug').notNull(),
    title: text('title').notNull(),
    description: text('description').notNull().default(''),
    body: text('body').notNull(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (t) => [unique().on(t.storeUid, t.slug)],
);

export const redirects = pgTable(
  'redirects',
  {
    storeUid: uuid('store_uid')
      .notNull()
      .references(() => stores.uuid, { onDelete: 'cascade' }),
    source: text('source').notNull(),
    target: text('target').notNull(),
  },
  (t) => [primaryKey({ columns: [t.storeUid, t.source] })],
);

export const redirectMisses = pgTable(
  'redirect_misses',
  {
    storeUid: uuid('store_uid')
      .notNull()
      .references(() => stores.uuid, { onDelete: 'cascade' }),
    path: text('path').notNull(),
    count: integer('count').notNull().default(1),
    lastSeen: moment('last_seen').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.storeUid, t.path] })],
);

export const postCategories = pgTable(
  'post_categories',
  {
    uuid: id(),
    storeUid: uuid('store_uid')
      .notNull()
      .references(() => stores.uuid, { onDelete: 'cascade' }),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    text: text('text').notNull().default(''),
    position: integer('position').notNull().default(0),
  },
  (t) => [unique().on(t.storeUid, t.slug)],
);

export const posts = pgTable(
  'posts',
  {
    uuid: id(),
    storeUid: uuid('store_uid')
      .notNull()
      .references(() => stores.uuid, { onDelete: 'cascade' }),
    categoryUid: uuid('category_uid')
      .notNull()
      .references(() => postCategories.uuid, { onDelete: 'cascade' }),
    slug: text('slug').notNull(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    /** Sanitised HTML. */
    body: text('body').notNull(),
    author: text('author').notNull(),
    /** Unset: the post has none. */
    picture: text('picture'),
    pictureAlt: text('picture_alt').notNull().default(''),
    pictureWidth: integer('picture_width').notNull().default(0),
    pictureHeight: integer('picture_height').notNull().default(0),
    tags: text('tags').array().notNull().default([]),
    /** Slugs of the products mentioned in the post; they are shown beside it. */
    products: text('products').array().notNull().default([]),
    /** How long it takes to read (`server/import/write/posts.ts`). */
    minutes: integer('minutes').notNull(),
    featured: boolean('featured').notNull().default(false),
    publishedAt: moment('published_at').notNull(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (t) => [unique().on(t.storeUid, t.slug), index().on(t.storeUid, t.publishedAt), index().on(t.categoryUid)],
);
