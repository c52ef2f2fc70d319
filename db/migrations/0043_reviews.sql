CREATE TYPE "public"."moderation_state" AS ENUM('waiting', 'published', 'refused');--> statement-breakpoint
CREATE TABLE "product_questions" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"product_uid" uuid NOT NULL,
	"customer_uid" uuid,
	"author" text NOT NULL,
	"email" text,
	"text" text NOT NULL,
	"state" "moderation_state" DEFAULT 'waiting' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"answered_at" timestamp with time zone,
	"state_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_reviews" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"product_uid" uuid NOT NULL,
	"order_uid" uuid NOT NULL,
	"phone" text NOT NULL,
	"author" text NOT NULL,
	"rating" smallint NOT NULL,
	"aspects" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"text" text NOT NULL,
	"state" "moderation_state" DEFAULT 'waiting' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"answered_at" timestamp with time zone,
	"state_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_reviews_store_uid_product_uid_phone_unique" UNIQUE("store_uid","product_uid","phone"),
	CONSTRAINT "product_reviews_rating" CHECK ("product_reviews"."rating" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "review_invitations" (
	"order_uid" uuid PRIMARY KEY NOT NULL,
	"declined_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "review_photos" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"review_uid" uuid NOT NULL,
	"content" "bytea" NOT NULL,
	"thumbnail" "bytea" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "product_questions" ADD CONSTRAINT "product_questions_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_questions" ADD CONSTRAINT "product_questions_product_uid_products_uuid_fk" FOREIGN KEY ("product_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_questions" ADD CONSTRAINT "product_questions_customer_uid_customers_uuid_fk" FOREIGN KEY ("customer_uid") REFERENCES "public"."customers"("uuid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_reviews" ADD CONSTRAINT "product_reviews_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_reviews" ADD CONSTRAINT "product_reviews_product_uid_products_uuid_fk" FOREIGN KEY ("product_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_reviews" ADD CONSTRAINT "product_reviews_order_uid_orders_uuid_fk" FOREIGN KEY ("order_uid") REFERENCES "public"."orders"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_invitations" ADD CONSTRAINT "review_invitations_order_uid_orders_uuid_fk" FOREIGN KEY ("order_uid") REFERENCES "public"."orders"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_photos" ADD CONSTRAINT "review_photos_review_uid_product_reviews_uuid_fk" FOREIGN KEY ("review_uid") REFERENCES "public"."product_reviews"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_questions_queue_idx" ON "product_questions" USING btree ("state","state_at","uuid");--> statement-breakpoint
CREATE INDEX "product_questions_product_idx" ON "product_questions" USING btree ("product_uid");--> statement-breakpoint
CREATE INDEX "product_questions_customer_idx" ON "product_questions" USING btree ("customer_uid") WHERE "product_questions"."customer_uid" is not null;--> statement-breakpoint
CREATE INDEX "product_questions_shown_idx" ON "product_questions" USING btree ("store_uid","product_uid","created_at");--> statement-breakpoint
CREATE INDEX "product_reviews_queue_idx" ON "product_reviews" USING btree ("state","state_at","uuid");--> statement-breakpoint
CREATE INDEX "product_reviews_product_idx" ON "product_reviews" USING btree ("product_uid");--> statement-breakpoint
CREATE INDEX "product_reviews_order_idx" ON "product_reviews" USING btree ("order_uid");--> statement-breakpoint
CREATE INDEX "product_reviews_shown_idx" ON "product_reviews" USING btree ("store_uid","product_uid","created_at") WHERE "product_reviews"."state" = 'published';--> statement-breakpoint
CREATE INDEX "review_photos_review_uid_index" ON "review_photos" USING btree ("review_uid");