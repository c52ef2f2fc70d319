import { z } from 'zod';

/**
 * Input and output of a call. Types of server and browser, validation, OpenAPI and the docs page all derive from it.
 */
export type CallSchema = {
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  headers?: z.ZodObject;
  body?: z.ZodType;
  response: z.ZodType;
};

/** Shekels with VAT, at most two decimals. */
export const money = z.number().describe('Shekels, VAT included, at most two decimals').meta({ example: 42900 });
export const uid = z.guid(); // z.uuid() refuses some values that PostgreSQL accepts
export const slug = z.string().trim().min(1).max(200);
/** A file in the store's media, by its name. */
export const media = z.string();
/** The same as a URL path; with `/{width}` appended, a picture at a width. */
export const mediaUrl = z
  .string()
  .regex(/^\/media\//)
  .meta({ example: '/media/6f1c.webp' });

/** A picture that a shopper sent. */
export const photo = z.object({
  id: uid,
  url: z.string(),
  thumbnail_url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
});
export type Photo = z.infer<typeof photo>;

/** Query of calls that may name the store; the host decides, and a different value is a 400. */
export const storeQuery = z.object({ store_uid: uid.optional(), company_uid: uid.optional() });

export const pageQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  page_size: z.coerce.number().int().min(1).max(96).default(24),
});

export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), total: z.number().int(), page: z.number().int(), page_size: z.number().int() });

export const image = z.object({
  image_url: mediaUrl,
  view: z.string(),
  alt: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  main_image: z.boolean(),
  /**
   * What stays in sight where the picture is cut, in percent from its left and upper edge; without it lists show it
   * whole.
   */
  focus: z.object({ x: z.number().int(), y: z.number().int() }).optional(),
});

export const errorReply = z.object({
  error_code: z.string(),
  message: z.string(),
  fields: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  details: z.unknown().optional(),
  request_id: z.string(),
});

export const productKind = z.enum(['VEHICLE', 'ACCESSORY', 'SPARE_PART', 'SERVICE']);

export type ProductKind = z.infer<typeof productKind>;
export type Image = z.infer<typeof image>;
export type ErrorReply = z.infer<typeof errorReply>;
