ALTER TABLE "sandbox"."pages" ADD COLUMN "wallets" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox"."pages" ADD COLUMN "wallet" text;--> statement-breakpoint
ALTER TABLE "sandbox"."transactions" ADD COLUMN "wallet" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "wallet" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "opened_at" timestamp with time zone;