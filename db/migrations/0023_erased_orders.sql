ALTER TABLE "orders" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "orders_erased_idx" ON "orders" USING btree ("erased_at") WHERE "orders"."erased_at" is not null;--> statement-breakpoint
UPDATE "orders" SET "erased_at" = c."erased_at" FROM "customers" c WHERE c."uuid" = "orders"."customer_uid" AND c."erased_at" IS NOT NULL;
