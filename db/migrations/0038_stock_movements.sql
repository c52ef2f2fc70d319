CREATE TABLE "stock_movements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_movements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"variant_uid" uuid NOT NULL,
	"before" integer NOT NULL,
	"after" integer NOT NULL,
	"kind" text NOT NULL,
	"actor" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "product_images" ADD COLUMN "focus_x" integer DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "product_images" ADD COLUMN "focus_y" integer DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "variants" ADD COLUMN "cost_agorot" bigint;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_variant_uid_variants_uuid_fk" FOREIGN KEY ("variant_uid") REFERENCES "public"."variants"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stock_movements_variant_uid_id_index" ON "stock_movements" USING btree ("variant_uid","id");--> statement-breakpoint
CREATE INDEX "products_name_uuid_index" ON "products" USING btree ("name","uuid");