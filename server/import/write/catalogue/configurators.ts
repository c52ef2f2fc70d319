import { sync } from '#server/catalogue/derived/sync.ts';
import type { Writer } from '../writer.ts';
import { positioned } from './details.ts';

/** A product named by choices*.csv gets exactly the files' groups, choices and rules. */
export async function writeConfigurators(writer: Writer): Promise<void> {
  const { folder } = writer;
  const uid = (slug: string): string => writer.products.get(slug) as string;
  const products = [...new Set(folder.choices.map(({ data }) => data.product))].map(uid);
  const replace = { column: 'product_uid', values: products };

  const groups = new Map<string, { product_uid: string; position: number; name: string; multiple: boolean }>();
  const count = new Map<string, number>();
  const choices = positioned(folder.choices, ({ product }) => product).map(({ data, position }) => {
    const key = `${data.product} ${data.group}`;
    const product_uid = uid(data.product);
    let group = groups.get(key);
    if (!group) {
      group = { product_uid, position: count.get(product_uid) ?? 0, name: data.group, multiple: data.pick === 'many' };
      count.set(product_uid, group.position + 1);
      groups.set(key, group);
    }
    return {
      product_uid,
      key: data.choice,
      group_position: group.position,
      position,
      name: data.name,
      text: data.text ?? '',
      price_agorot: data.price ?? 0,
      is_default: Boolean(data.default),
      variant_skus: data.variants ?? [],
      picture_sku: data.picture ?? null,
    };
  });
  await sync(writer, { table: 'configurator_groups', key: ['product_uid', 'position'], replace }, [...groups.values()]);
  await sync(writer, { table: 'configurator_choices', key: ['product_uid', 'key'], replace }, choices);

  const rules = positioned(folder.rules, ({ product }) => product).map(({ data, position }) => ({
    product_uid: uid(data.product),
    position,
    choice: data.choice,
    kind: data.rule,
    others: data.others,
    reason: data.reason ?? '',
  }));
  await sync(writer, { table: 'configurator_rules', key: ['product_uid', 'position'], replace }, rules);
}
