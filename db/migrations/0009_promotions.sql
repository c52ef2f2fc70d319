ALTER TABLE "coupons" ADD COLUMN "uses_limit" integer;--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "uses" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_discounts" ADD COLUMN "coupon_uid" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "placed_from" text;--> statement-breakpoint
ALTER TABLE "delivery_types" ADD COLUMN "prices" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_types" ADD COLUMN "max_weight_g" integer;--> statement-breakpoint
ALTER TABLE "order_discounts" ADD CONSTRAINT "order_discounts_coupon_uid_coupons_uuid_fk" FOREIGN KEY ("coupon_uid") REFERENCES "public"."coupons"("uuid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "coupons_sale_uid_index" ON "coupons" USING btree ("sale_uid");--> statement-breakpoint
CREATE INDEX "orders_placed_from_idx" ON "orders" USING btree ("placed_from") WHERE "orders"."hold_until" is not null;--> statement-breakpoint
-- Processes remember the sales of a store (server/cache.ts); how often one was used they ask anew.
CREATE FUNCTION tell_sales_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NOTIFY cache_versions;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_change AFTER INSERT OR DELETE OR UPDATE OF name, kind, amount, terms, min_sum_agorot, min_quantity, starts_at, ends_at, uses_limit, uses_per_customer, exclusive, priority, by_coupon, active
ON sales FOR EACH STATEMENT EXECUTE FUNCTION tell_sales_change();
