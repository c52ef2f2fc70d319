CREATE TYPE "public"."row_origin" AS ENUM('IMPORT', 'OPERATOR');--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "origin" "row_origin" DEFAULT 'OPERATOR' NOT NULL;--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "origin" "row_origin" DEFAULT 'OPERATOR' NOT NULL;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "closed_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "closed_message" text;