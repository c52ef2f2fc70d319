ALTER TABLE "stock_subscriptions" ADD COLUMN "channel" text NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_subscriptions" ADD COLUMN "recipient" text NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_subscriptions" ADD CONSTRAINT "stock_subscriptions_variant_uid_variants_uuid_fk" FOREIGN KEY ("variant_uid") REFERENCES "public"."variants"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stock_subscriptions_recipient_index" ON "stock_subscriptions" USING btree ("recipient");--> statement-breakpoint
ALTER TABLE "stock_subscriptions" DROP COLUMN "email";--> statement-breakpoint
ALTER TABLE "stock_subscriptions" DROP COLUMN "phone";--> statement-breakpoint
ALTER TABLE "stock_subscriptions" DROP COLUMN "notified_at";--> statement-breakpoint
ALTER TABLE "stock_subscriptions" ADD CONSTRAINT "stock_subscriptions_store_uid_variant_uid_recipient_unique" UNIQUE("store_uid","variant_uid","recipient");