CREATE INDEX "product_relations_related_uid_index" ON "product_relations" USING btree ("related_uid");--> statement-breakpoint
CREATE INDEX "configurations_store_uid_index" ON "configurations" USING btree ("store_uid");--> statement-breakpoint
CREATE INDEX "configurator_choices_product_uid_group_position_index" ON "configurator_choices" USING btree ("product_uid","group_position");--> statement-breakpoint
CREATE INDEX "favorites_product_uid_index" ON "favorites" USING btree ("product_uid");--> statement-breakpoint
CREATE INDEX "login_tickets_store_uid_index" ON "login_tickets" USING btree ("store_uid");--> statement-breakpoint
CREATE INDEX "otp_sends_store_uid_index" ON "otp_sends" USING btree ("store_uid");--> statement-breakpoint
CREATE INDEX "documents_store_uid_index" ON "documents" USING btree ("store_uid");--> statement-breakpoint
CREATE INDEX "documents_payment_uid_index" ON "documents" USING btree ("payment_uid");--> statement-breakpoint
CREATE INDEX "documents_credits_uid_index" ON "documents" USING btree ("credits_uid");--> statement-breakpoint
CREATE INDEX "finance_quotes_store_uid_index" ON "finance_quotes" USING btree ("store_uid");--> statement-breakpoint
CREATE INDEX "idempotency_keys_order_uid_index" ON "idempotency_keys" USING btree ("order_uid");--> statement-breakpoint
CREATE INDEX "order_discounts_sale_uid_index" ON "order_discounts" USING btree ("sale_uid");--> statement-breakpoint
CREATE INDEX "order_discounts_coupon_uid_index" ON "order_discounts" USING btree ("coupon_uid");--> statement-breakpoint
CREATE INDEX "order_lines_product_uid_index" ON "order_lines" USING btree ("product_uid");--> statement-breakpoint
CREATE INDEX "order_lines_variant_uid_index" ON "order_lines" USING btree ("variant_uid");--> statement-breakpoint
CREATE INDEX "orders_branch_uid_index" ON "orders" USING btree ("branch_uid");--> statement-breakpoint
CREATE INDEX "orders_delivery_type_uid_index" ON "orders" USING btree ("delivery_type_uid");--> statement-breakpoint
CREATE INDEX "stores_company_uid_index" ON "stores" USING btree ("company_uid");