CREATE TABLE "branch_stock" (
	"variant_uid" uuid NOT NULL,
	"branch_uid" uuid NOT NULL,
	"pieces" integer DEFAULT 0 NOT NULL,
	"low_stock" integer,
	CONSTRAINT "branch_stock_variant_uid_branch_uid_pk" PRIMARY KEY("variant_uid","branch_uid"),
	CONSTRAINT "branch_stock_pieces_not_negative" CHECK ("branch_stock"."pieces" >= 0),
	CONSTRAINT "branch_stock_low_stock" CHECK ("branch_stock"."low_stock" >= 0)
);
--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "branch_uid" uuid;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "order_uid" uuid;--> statement-breakpoint
ALTER TABLE "variants" ADD COLUMN "low_stock" integer;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD COLUMN "restock_to" text DEFAULT 'origin' NOT NULL;--> statement-breakpoint
ALTER TABLE "branch_stock" ADD CONSTRAINT "branch_stock_variant_uid_variants_uuid_fk" FOREIGN KEY ("variant_uid") REFERENCES "public"."variants"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "branch_stock" ADD CONSTRAINT "branch_stock_branch_uid_branches_uuid_fk" FOREIGN KEY ("branch_uid") REFERENCES "public"."branches"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "branch_stock_branch_uid_index" ON "branch_stock" USING btree ("branch_uid");--> statement-breakpoint
CREATE INDEX "branch_stock_low_stock_idx" ON "branch_stock" USING btree ("pieces") WHERE "branch_stock"."low_stock" is not null;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_branch_uid_branches_uuid_fk" FOREIGN KEY ("branch_uid") REFERENCES "public"."branches"("uuid") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_order_uid_orders_uuid_fk" FOREIGN KEY ("order_uid") REFERENCES "public"."orders"("uuid") ON DELETE set null ON UPDATE no action NOT VALID;--> statement-breakpoint
CREATE INDEX "stock_movements_branch_uid_index" ON "stock_movements" USING btree ("branch_uid");--> statement-breakpoint
CREATE INDEX "stock_movements_order_uid_index" ON "stock_movements" USING btree ("order_uid");--> statement-breakpoint
CREATE INDEX "variants_low_stock_idx" ON "variants" USING btree ("stock") WHERE "variants"."low_stock" is not null;--> statement-breakpoint
ALTER TABLE "variants" ADD CONSTRAINT "variants_low_stock" CHECK ("variants"."low_stock" >= 0) NOT VALID;