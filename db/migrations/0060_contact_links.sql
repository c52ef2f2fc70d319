ALTER TABLE "bookings" ADD COLUMN "link_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "thing_uid" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "link_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "outbox_thing_idx" ON "outbox" USING btree ("thing_uid") WHERE "outbox"."thing_uid" is not null;