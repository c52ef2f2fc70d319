-- Tells the processes (server/cache.ts) which product has got another price, stock state or visibility, as its transaction commits.
CREATE FUNCTION tell_product_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('product_changes', CASE TG_TABLE_NAME WHEN 'products' THEN to_jsonb(NEW) ->> 'uuid' ELSE to_jsonb(NEW) ->> 'product_uid' END);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_change AFTER UPDATE OF price_agorot, deleted_price_agorot, stock_policy ON products FOR EACH ROW
WHEN ((OLD.price_agorot, OLD.deleted_price_agorot, OLD.stock_policy) IS DISTINCT FROM (NEW.price_agorot, NEW.deleted_price_agorot, NEW.stock_policy))
EXECUTE FUNCTION tell_product_change();
--> statement-breakpoint
CREATE TRIGGER tell_change AFTER UPDATE OF published, price_agorot, deleted_price_agorot ON store_products FOR EACH ROW
WHEN ((OLD.published, OLD.price_agorot, OLD.deleted_price_agorot) IS DISTINCT FROM (NEW.published, NEW.price_agorot, NEW.deleted_price_agorot))
EXECUTE FUNCTION tell_product_change();
--> statement-breakpoint
CREATE TRIGGER tell_change AFTER UPDATE OF stock, price_agorot, active ON variants FOR EACH ROW
WHEN ((OLD.stock > 0, OLD.price_agorot, OLD.active) IS DISTINCT FROM (NEW.stock > 0, NEW.price_agorot, NEW.active))
EXECUTE FUNCTION tell_product_change();
