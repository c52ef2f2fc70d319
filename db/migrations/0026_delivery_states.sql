ALTER TABLE "bookings" ADD COLUMN "moves" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "provider" text;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "delivery" text;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "delivery_note" text;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "report_due_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "outbox_report_idx" ON "outbox" USING btree ("report_due_at") WHERE "outbox"."report_due_at" is not null;