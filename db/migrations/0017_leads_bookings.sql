CREATE TABLE "bookings" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"branch_uid" uuid NOT NULL,
	"service" text NOT NULL,
	"product_uid" uuid,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"seat" integer NOT NULL,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"email" text,
	"message" text DEFAULT '' NOT NULL,
	"secret_hash" text NOT NULL,
	"remind_at" timestamp with time zone,
	"reminded_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bookings_secret_hash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "model" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "consent_address" text;--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "consent_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "consent_address" text;--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "asked" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "asked_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "confirmed_address" text;--> statement-breakpoint
ALTER TABLE "branches" ADD COLUMN "exceptions" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "branches" ADD COLUMN "booking" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_branch_uid_branches_uuid_fk" FOREIGN KEY ("branch_uid") REFERENCES "public"."branches"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bookings_branch_uid_starts_at_index" ON "bookings" USING btree ("branch_uid","starts_at");--> statement-breakpoint
CREATE INDEX "bookings_store_uid_starts_at_index" ON "bookings" USING btree ("store_uid","starts_at");--> statement-breakpoint
CREATE INDEX "bookings_remind_at_index" ON "bookings" USING btree ("remind_at");--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gist;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_seat_free" EXCLUDE USING gist ("branch_uid" WITH =, "service" WITH =, "seat" WITH =, tstzrange("starts_at", "ends_at") WITH &&) WHERE ("cancelled_at" IS NULL);--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_phone_free" EXCLUDE USING gist ("store_uid" WITH =, "phone" WITH =, tstzrange("starts_at", "ends_at") WITH &&) WHERE ("cancelled_at" IS NULL);
