ALTER TYPE "public"."approval_status" ADD VALUE 'carrying_out';--> statement-breakpoint
CREATE TABLE "office_keys" (
	"uuid" uuid PRIMARY KEY NOT NULL,
	"operation_uid" uuid NOT NULL,
	"message" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "refund_lines" ADD COLUMN "sent" integer;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "operation_uid" uuid;--> statement-breakpoint
CREATE INDEX "office_keys_created_at_index" ON "office_keys" USING btree ("created_at");