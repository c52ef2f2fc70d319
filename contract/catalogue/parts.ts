import { z } from 'zod';
import { isChassisNumber } from '#domain/catalogue/parts/chassis.ts';
import { type CallSchema, image, listOf, pageQuery, slug, storeQuery, uid } from '../common.ts';
import { chassisRange, productPreview, successor } from './products.ts';

const year = z.coerce.number().int().min(1950).max(2100);
/** Of the vehicle at hand, with hyphens or without. */
const chassis = z.string().max(40).refine(isChassisNumber, 'is not a chassis number');
const vehicleQuery = { year: year.optional(), chassis: chassis.optional() };

/** `chassis`: the ranges within which it fits the requested vehicle; none: all of them, or no vehicle was requested. */
const part = productPreview.extend({
  part_number: z.string().nullable(),
  chassis: z.array(chassisRange),
  replaced_by: successor.nullable(),
});
const partList = listOf(part).extend({
  /** The requested number is of a part that was replaced: its name, and what is delivered instead. */
  replaced: z.object({ name: z.string(), by: successor }).nullable(),
});

const partsVehicle = z.object({
  id: uid,
  name: z.string(),
  slug: z.object({ name: slug }),
  former_slugs: z.array(z.string()),
  /** Model years with parts, descending. */
  years: z.array(z.number().int()),
  image: image.nullable(),
  /** Whether the store has a page of the vehicle itself. */
  sold: z.boolean(),
});

const partsMake = z.object({
  id: uid,
  key: z.string(),
  name: z.string(),
  name_en: z.string(),
  vehicles: z.array(partsVehicle),
});

const assemblyPreview = z.object({
  id: uid,
  name: z.string(),
  slug: z.object({ name: slug }),
  image,
  /** Parts of it that the store sells for the requested vehicle. */
  parts_count: z.number().int(),
});

const callout = z.object({
  number: z.number().int(),
  name: z.string(),
  /** Position in percent of the picture, from its left and upper edge. */
  x: z.number(),
  y: z.number(),
  /** Pieces per vehicle. */
  quantity: z.number().int(),
  /** Empty when it isn't sold alone, or nothing in the store fits the requested vehicle. */
  parts: z.array(part),
});

const assembly = assemblyPreview.omit({ parts_count: true }).extend({
  vehicles: z.array(
    z.object({
      id: uid,
      name: z.string(),
      slug: z.object({ name: slug }),
      brand: z.object({ key: z.string(), name: z.string() }),
      /** Kind of vehicle, where the catalogue has it. */
      type: z.string().nullable(),
      year_from: z.number().int(),
      year_to: z.number().int(),
    }),
  ),
  callouts: z.array(callout),
});

export const calls = {
  'GET /api/products/get-parts-vehicles': {
    summary: 'Makes, models and model years that the store sells spare parts for',
    query: storeQuery,
    response: z.array(partsMake),
  },
  'GET /api/products/get-assemblies': {
    summary:
      'Assemblies of a vehicle in the parts catalogue; `vehicle` by slug, of one model year and chassis number if given',
    query: storeQuery.extend({ vehicle: slug, ...vehicleQuery }),
    response: z.array(assemblyPreview),
  },
  'GET /api/products/get-assembly/:id': {
    summary: 'An assembly with its diagram, numbers and parts, by slug; with `vehicle`, only the parts that fit it',
    params: z.object({ id: slug }),
    query: storeQuery.extend({ vehicle: slug.optional(), ...vehicleQuery }),
    response: assembly,
  },
  'GET /api/products/get-parts': {
    summary:
      'Spare parts that fit a vehicle, of one category if given, or by part number with or without its dashes, the exact number first; a replaced number finds what replaces it',
    query: storeQuery
      .extend({ vehicle: slug.optional(), ...vehicleQuery, collection: slug.optional() })
      .extend({ number: z.string().max(64).optional() })
      .extend(pageQuery.shape),
    response: partList,
  },
} satisfies Record<string, CallSchema>;

export type PartsMake = z.infer<typeof partsMake>;
export type PartsVehicle = z.infer<typeof partsVehicle>;
export type AssemblyPreview = z.infer<typeof assemblyPreview>;
export type Assembly = z.infer<typeof assembly>;
export type Callout = z.infer<typeof callout>;
export type Part = z.infer<typeof part>;
export type PartList = z.infer<typeof partList>;
