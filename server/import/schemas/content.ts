import { z } from 'zod';
import { filled } from '#contract/file-values.ts';

export type MenuLink = {
  name: string;
  entity_type: 'COLLECTION' | 'PRODUCT' | 'CONTENT_PAGE' | 'INTERNAL_LINK' | 'OUTER_LINK';
  slug?: string | undefined;
  custom_path?: string | undefined;
  area_number: number;
  children: MenuLink[];
};

/** Optional fields have their defaults in the parsed link. */
const menuLink: z.ZodType<MenuLink> = z
  .strictObject({
    name: filled,
    entity_type: z.enum(['COLLECTION', 'PRODUCT', 'CONTENT_PAGE', 'INTERNAL_LINK', 'OUTER_LINK']),
    slug: z.string().optional(),
    custom_path: z.string().optional(),
    area_number: z.number().int().min(1).max(3).default(1),
    get children() {
      return z.array(menuLink).default([]);
    },
  })
  .superRefine((link, context) => {
    const neededField = link.entity_type.endsWith('_LINK') ? 'custom_path' : 'slug';
    if (link[neededField] === undefined)
      context.addIssue({ code: 'custom', path: [neededField], message: `is missing: a ${link.entity_type} needs it` });
  });

export const menusFile = z.strictObject({
  TOP_MENU: z.array(menuLink).optional(),
  TOP_SUB_MENU: z.array(menuLink).optional(),
  SUB_FOOTER: z.array(menuLink).optional(),
  FOOTER: z.array(menuLink).optional(),
});
export type MenusFile = z.output<typeof menusFile>;

export const footerComponents = [
  'sale_phone',
  'customer_service_phone',
  'activity_time',
  'address',
  'facebook_url',
  'instegram_url',
  'youtube_url',
  'disclaimer',
] as const;
const centerComponents = ['lead_banner', 'benefits', 'text_banner'] as const;

const strings = z.record(z.string(), z.string());
const shared = { style: z.string().default(''), attributes: strings.default({}), items: z.array(strings).default([]) };

const widget = z.discriminatedUnion('area', [
  z.strictObject({ area: z.literal('CENTER'), component: z.enum(centerComponents), ...shared }),
  z.strictObject({ area: z.literal('FOOTER'), component: z.enum(footerComponents), ...shared }),
]);

export const widgetsFile = z.array(widget).superRefine((widgets, context) => {
  widgets.forEach((item, index) => {
    const value = item.area === 'FOOTER' ? item.attributes.value : 'not needed';
    if (!value?.trim())
      context.addIssue({ code: 'custom', path: [index, 'attributes', 'value'], message: 'is missing or empty' });
  });
});
export type WidgetsFile = z.output<typeof widgetsFile>;
