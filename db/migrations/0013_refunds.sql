CREATE TYPE "public"."refund_status" AS ENUM('due', 'asked', 'done', 'refused', 'unknown');--> statement-breakpoint
CREATE TABLE "refunds" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"payment_uid" uuid NOT NULL,
	"amount_agorot" bigint NOT NULL,
	"status" "refund_status" DEFAULT 'due' NOT NULL,
	"actor" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"ask_at" timestamp with time zone NOT NULL,
	"asked_at" timestamp with time zone,
	"error" text,
	"reference" text,
	"document" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_agorot" > 0)
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "review_resolved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "taken_agorot" bigint;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "document" jsonb;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_uid_payments_uuid_fk" FOREIGN KEY ("payment_uid") REFERENCES "public"."payments"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refunds_payment_uid_index" ON "refunds" USING btree ("payment_uid");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_one_open_idx" ON "refunds" USING btree ("payment_uid") WHERE "refunds"."status" in ('due', 'asked', 'unknown');--> statement-breakpoint
CREATE INDEX "refunds_open_idx" ON "refunds" USING btree ("ask_at") WHERE "refunds"."status" in ('due', 'asked');