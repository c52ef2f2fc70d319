CREATE INDEX "variants_stock_of_product_idx" ON "variants" USING btree ("product_uid","active","stock");--> statement-breakpoint
CREATE INDEX "variants_stock_idx" ON "variants" USING btree ("stock","sku") WHERE "variants"."active";--> statement-breakpoint
DROP INDEX "variants_product_uid_index";
