CREATE TABLE "configurator_choices" (
	"product_uid" uuid NOT NULL,
	"key" text NOT NULL,
	"group_position" integer NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"price_agorot" bigint DEFAULT 0 NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"variant_skus" text[] DEFAULT '{}' NOT NULL,
	"picture_sku" text,
	CONSTRAINT "configurator_choices_product_uid_key_pk" PRIMARY KEY("product_uid","key")
);
--> statement-breakpoint
CREATE TABLE "configurator_groups" (
	"product_uid" uuid NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"multiple" boolean DEFAULT false NOT NULL,
	CONSTRAINT "configurator_groups_product_uid_position_pk" PRIMARY KEY("product_uid","position")
);
--> statement-breakpoint
CREATE TABLE "configurator_rules" (
	"product_uid" uuid NOT NULL,
	"position" integer NOT NULL,
	"choice" text NOT NULL,
	"kind" text NOT NULL,
	"others" text[] NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "configurator_rules_product_uid_position_pk" PRIMARY KEY("product_uid","position"),
	CONSTRAINT "configurator_rules_kind" CHECK ("configurator_rules"."kind" in ('requires', 'excludes'))
);
--> statement-breakpoint
ALTER TABLE "configurator_choices" ADD CONSTRAINT "configurator_choices_product_uid_group_position_configurator_groups_product_uid_position_fk" FOREIGN KEY ("product_uid","group_position") REFERENCES "public"."configurator_groups"("product_uid","position") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "configurator_groups" ADD CONSTRAINT "configurator_groups_product_uid_products_uuid_fk" FOREIGN KEY ("product_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "configurator_rules" ADD CONSTRAINT "configurator_rules_product_uid_products_uuid_fk" FOREIGN KEY ("product_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;