CREATE TABLE "finance_quotes" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"asked" jsonb NOT NULL,
	"quote" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "finance_quote" jsonb;--> statement-breakpoint
ALTER TABLE "finance_plans" ADD COLUMN "prime_bp" integer;--> statement-breakpoint
ALTER TABLE "finance_quotes" ADD CONSTRAINT "finance_quotes_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "finance_quotes_created_at_index" ON "finance_quotes" USING btree ("created_at");