CREATE TABLE "favorite_alerts" (
	"customer_uid" uuid PRIMARY KEY NOT NULL,
	"by_sms" boolean NOT NULL,
	"by_email" boolean NOT NULL,
	"next_check_at" timestamp with time zone NOT NULL,
	"stop_hash" text,
	CONSTRAINT "favorite_alerts_stop_hash_unique" UNIQUE("stop_hash")
);
--> statement-breakpoint
ALTER TABLE "favorites" ADD COLUMN "known_price_agorot" bigint;--> statement-breakpoint
ALTER TABLE "favorites" ADD COLUMN "known_available" boolean;--> statement-breakpoint
ALTER TABLE "favorite_alerts" ADD CONSTRAINT "favorite_alerts_customer_uid_customers_uuid_fk" FOREIGN KEY ("customer_uid") REFERENCES "public"."customers"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "favorite_alerts_due_idx" ON "favorite_alerts" USING btree ("next_check_at") WHERE "favorite_alerts"."by_sms" or "favorite_alerts"."by_email";