CREATE TYPE "public"."order_trade_in_state" AS ENUM('estimated', 'confirmed', 'rejected');--> statement-breakpoint
CREATE TYPE "public"."trade_in_state" AS ENUM('waiting', 'offered', 'refused', 'withdrawn');--> statement-breakpoint
CREATE TABLE "order_trade_ins" (
	"order_uid" uuid PRIMARY KEY NOT NULL,
	"trade_in_uid" uuid,
	"product_uid" uuid,
	"name" text NOT NULL,
	"low_agorot" bigint NOT NULL,
	"high_agorot" bigint NOT NULL,
	"credit_agorot" bigint NOT NULL,
	"state" "order_trade_in_state" DEFAULT 'estimated' NOT NULL,
	"confirmed_agorot" bigint,
	"reason" text DEFAULT '' NOT NULL,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_trade_ins_confirmed" CHECK (("order_trade_ins"."state" = 'confirmed') = ("order_trade_ins"."confirmed_agorot" is not null))
);
--> statement-breakpoint
CREATE TABLE "plate_answers" (
	"plate" text PRIMARY KEY NOT NULL,
	"vehicle" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trade_in_photos" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"trade_in_uid" uuid NOT NULL,
	"content" "bytea" NOT NULL,
	"thumbnail" "bytea" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trade_ins" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"secret_hash" text NOT NULL,
	"state" "trade_in_state" DEFAULT 'waiting' NOT NULL,
	"state_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"email" text,
	"proved_at" timestamp with time zone,
	"customer_uid" uuid,
	"product_uid" uuid,
	"plate" text,
	"registered_at" timestamp with time zone,
	"make" text NOT NULL,
	"model" text NOT NULL,
	"year" smallint NOT NULL,
	"condition" jsonb NOT NULL,
	"remarks" text DEFAULT '' NOT NULL,
	"table_low_agorot" bigint,
	"table_high_agorot" bigint,
	"low_agorot" bigint,
	"high_agorot" bigint,
	"expires_at" timestamp with time zone,
	"reason" text DEFAULT '' NOT NULL,
	"owner_uid" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "trade_ins_secret_hash_unique" UNIQUE("secret_hash"),
	CONSTRAINT "trade_ins_offer" CHECK (("trade_ins"."state" <> 'offered' or "trade_ins"."expires_at" is not null) and ("trade_ins"."low_agorot" is null) = ("trade_ins"."high_agorot" is null)
        and coalesce("trade_ins"."low_agorot", 0) <= coalesce("trade_ins"."high_agorot", 0))
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "trade_in" jsonb;--> statement-breakpoint
ALTER TABLE "order_trade_ins" ADD CONSTRAINT "order_trade_ins_order_uid_orders_uuid_fk" FOREIGN KEY ("order_uid") REFERENCES "public"."orders"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_trade_ins" ADD CONSTRAINT "order_trade_ins_trade_in_uid_trade_ins_uuid_fk" FOREIGN KEY ("trade_in_uid") REFERENCES "public"."trade_ins"("uuid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_trade_ins" ADD CONSTRAINT "order_trade_ins_product_uid_products_uuid_fk" FOREIGN KEY ("product_uid") REFERENCES "public"."products"("uuid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trade_in_photos" ADD CONSTRAINT "trade_in_photos_trade_in_uid_trade_ins_uuid_fk" FOREIGN KEY ("trade_in_uid") REFERENCES "public"."trade_ins"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trade_ins" ADD CONSTRAINT "trade_ins_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trade_ins" ADD CONSTRAINT "trade_ins_customer_uid_customers_uuid_fk" FOREIGN KEY ("customer_uid") REFERENCES "public"."customers"("uuid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trade_ins" ADD CONSTRAINT "trade_ins_product_uid_products_uuid_fk" FOREIGN KEY ("product_uid") REFERENCES "public"."products"("uuid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trade_ins" ADD CONSTRAINT "trade_ins_owner_uid_staff_uuid_fk" FOREIGN KEY ("owner_uid") REFERENCES "public"."staff"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_trade_ins_trade_in_idx" ON "order_trade_ins" USING btree ("trade_in_uid");--> statement-breakpoint
CREATE INDEX "order_trade_ins_product_idx" ON "order_trade_ins" USING btree ("product_uid");--> statement-breakpoint
CREATE INDEX "plate_answers_created_at_index" ON "plate_answers" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "trade_in_photos_trade_in_uid_index" ON "trade_in_photos" USING btree ("trade_in_uid");--> statement-breakpoint
CREATE INDEX "trade_ins_created_at_uuid_index" ON "trade_ins" USING btree ("created_at","uuid");--> statement-breakpoint
CREATE INDEX "trade_ins_store_uid_phone_index" ON "trade_ins" USING btree ("store_uid","phone");--> statement-breakpoint
CREATE INDEX "trade_ins_customer_idx" ON "trade_ins" USING btree ("customer_uid") WHERE "trade_ins"."customer_uid" is not null;--> statement-breakpoint
CREATE INDEX "trade_ins_product_idx" ON "trade_ins" USING btree ("product_uid");--> statement-breakpoint
CREATE INDEX "trade_ins_owner_idx" ON "trade_ins" USING btree ("owner_uid") WHERE "trade_ins"."owner_uid" is not null;