CREATE TABLE "api_key_stores" (
	"key_uid" uuid NOT NULL,
	"store_uid" uuid NOT NULL,
	CONSTRAINT "api_key_stores_key_uid_store_uid_pk" PRIMARY KEY("key_uid","store_uid")
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"hint" text NOT NULL,
	"permissions" text[] NOT NULL,
	"refund_limit_agorot" bigint DEFAULT 0 NOT NULL,
	"made_by_uid" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_keys_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "webhook_key_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "api_key_stores" ADD CONSTRAINT "api_key_stores_key_uid_api_keys_uuid_fk" FOREIGN KEY ("key_uid") REFERENCES "public"."api_keys"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key_stores" ADD CONSTRAINT "api_key_stores_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_made_by_uid_staff_uuid_fk" FOREIGN KEY ("made_by_uid") REFERENCES "public"."staff"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_key_stores_store_uid_index" ON "api_key_stores" USING btree ("store_uid");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_name_idx" ON "api_keys" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "api_keys_made_by_uid_index" ON "api_keys" USING btree ("made_by_uid");