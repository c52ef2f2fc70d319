-- What a store's webhook tells of orders and stock, whoever changes them: a message in the transaction that makes it true. No personal data:
-- the receiver reads the order with a key. Inquiries and visits write theirs themselves (server/leads/inquiries/webhook.ts).
create or replace function tell_webhook(store uuid, event text, type text, data jsonb) returns void language sql as $$
  insert into outbox (store_uid, about, channel, recipient, body)
  select s.uuid, type, 'webhook', s.settings ->> 'lead_webhook',
    jsonb_build_object('type', type, 'timestamp', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'data', data)::text
  from stores s where s.uuid = store and s.settings ? 'lead_webhook' and s.settings -> 'webhook_events' ? event
$$;

create or replace function tell_order_webhook() returns trigger language plpgsql as $$
declare
  data jsonb := jsonb_build_object('uuid', new.uuid, 'number', new.number, 'status', new.status, 'payment', new.payment_status,
    'total', (new.total_agorot / 100.0)::float8, 'created_at', new.created_at);
begin
  if new.status <> 'payment' and (tg_op = 'INSERT' or new.status is distinct from old.status) then
    perform tell_webhook(new.store_uid, 'order_state', 'order.state', data);
  end if;
  if new.payment_status = 'paid' and (tg_op = 'INSERT' or new.payment_status is distinct from old.payment_status) then
    perform tell_webhook(new.store_uid, 'order_paid', 'order.paid', data);
  end if;
  return null;
end $$;

create or replace trigger tell_webhook after insert or update of status, payment_status on orders
for each row execute function tell_order_webhook();

create or replace function tell_stock_webhook() returns trigger language plpgsql as $$
begin
  perform tell_webhook(sp.store_uid, 'stock_out', 'stock.out',
    jsonb_build_object('variant', new.uuid, 'sku', new.sku, 'product', p.uuid, 'name', p.name))
  from store_products sp join products p on p.uuid = sp.product_uid
  where p.uuid = new.product_uid and sp.published and p.stock_policy = 'IN_STOCK';
  return null;
end $$;

create or replace trigger tell_webhook after update of stock on variants
for each row when (old.stock > 0 and new.stock = 0 and new.active) execute function tell_stock_webhook();
