CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
CREATE TABLE "search_documents" (
	"store_uid" uuid NOT NULL,
	"product_uid" uuid NOT NULL,
	"position" integer NOT NULL,
	"terms" "tsvector" NOT NULL,
	"body" "tsvector" NOT NULL,
	CONSTRAINT "search_documents_store_uid_product_uid_pk" PRIMARY KEY("store_uid","product_uid")
);
--> statement-breakpoint
CREATE TABLE "search_numbers" (
	"company_uid" uuid NOT NULL,
	"number" text NOT NULL,
	"product_uid" uuid NOT NULL,
	"whole" boolean NOT NULL,
	CONSTRAINT "search_numbers_product_uid_number_pk" PRIMARY KEY("product_uid","number")
);
--> statement-breakpoint
CREATE TABLE "search_synonyms" (
	"store_uid" uuid NOT NULL,
	"position" integer NOT NULL,
	"words" text[] NOT NULL,
	CONSTRAINT "search_synonyms_store_uid_position_pk" PRIMARY KEY("store_uid","position")
);
--> statement-breakpoint
CREATE TABLE "search_terms" (
	"store_uid" uuid NOT NULL,
	"term" text NOT NULL,
	"products" integer NOT NULL,
	"shown" text NOT NULL,
	CONSTRAINT "search_terms_store_uid_term_pk" PRIMARY KEY("store_uid","term")
);
--> statement-breakpoint
DROP INDEX "products_search_idx";--> statement-breakpoint
ALTER TABLE "search_documents" ADD CONSTRAINT "search_documents_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_documents" ADD CONSTRAINT "search_documents_product_uid_products_uuid_fk" FOREIGN KEY ("product_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_numbers" ADD CONSTRAINT "search_numbers_company_uid_companies_uuid_fk" FOREIGN KEY ("company_uid") REFERENCES "public"."companies"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_numbers" ADD CONSTRAINT "search_numbers_product_uid_products_uuid_fk" FOREIGN KEY ("product_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_synonyms" ADD CONSTRAINT "search_synonyms_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_terms" ADD CONSTRAINT "search_terms_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "search_documents_product_uid_index" ON "search_documents" USING btree ("product_uid");--> statement-breakpoint
CREATE INDEX "search_documents_store_uid_position_index" ON "search_documents" USING btree ("store_uid","position");--> statement-breakpoint
CREATE INDEX "search_documents_terms_idx" ON "search_documents" USING gin ("store_uid","terms");--> statement-breakpoint
CREATE INDEX "search_documents_body_idx" ON "search_documents" USING gin ("store_uid","body");--> statement-breakpoint
CREATE INDEX "search_numbers_prefix_idx" ON "search_numbers" USING btree ("company_uid","number" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "search_terms_prefix_idx" ON "search_terms" USING btree ("store_uid","term" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "search_terms_similar_idx" ON "search_terms" USING gin ("term" gin_trgm_ops) WHERE "search_terms"."term" ~ '^[a-zא-ת]';--> statement-breakpoint
ALTER TABLE "products" DROP COLUMN "search_text";