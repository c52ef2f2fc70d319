CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE SCHEMA "sandbox";
--> statement-breakpoint
CREATE TYPE "public"."product_kind" AS ENUM('VEHICLE', 'ACCESSORY', 'SPARE_PART', 'SERVICE');--> statement-breakpoint
CREATE TYPE "public"."relation_kind" AS ENUM('UPSELL', 'RELATED');--> statement-breakpoint
CREATE TYPE "public"."stock_policy" AS ENUM('IN_STOCK', 'PRE_ORDER', 'ON_REQUEST', 'OUT_OF_STOCK');--> statement-breakpoint
CREATE TYPE "public"."order_status" AS ENUM('payment', 'accepted', 'in_process', 'delivery_in_process', 'provided', 'cancelled', 'refunded');--> statement-breakpoint
CREATE TYPE "public"."payment_status" AS ENUM('pending', 'authorised', 'paid', 'failed', 'cancelled', 'partly_refunded', 'refunded');--> statement-breakpoint
CREATE TYPE "public"."sale_kind" AS ENUM('PERCENT', 'FIXED', 'FIXED_PRICE', 'BUY_X_GET_Y', 'BUNDLE', 'FREE_DELIVERY');--> statement-breakpoint
CREATE TYPE "public"."delivery_kind" AS ENUM('PICKUP', 'COURIER', 'HANDOVER');--> statement-breakpoint
CREATE TYPE "public"."store_status" AS ENUM('open', 'under_construction', 'closed');--> statement-breakpoint
CREATE TABLE "collection_products" (
	"collection_uid" uuid NOT NULL,
	"product_uid" uuid NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "collection_products_collection_uid_product_uid_pk" PRIMARY KEY("collection_uid","product_uid")
);
--> statement-breakpoint
CREATE TABLE "collections" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"parent_uid" uuid,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"banner" text,
	"rule" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "collections_store_uid_slug_unique" UNIQUE("store_uid","slug")
);
--> statement-breakpoint
CREATE TABLE "configurations" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"product_uid" uuid NOT NULL,
	"code" text NOT NULL,
	"choices" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "configurations_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "part_fits" (
	"part_uid" uuid NOT NULL,
	"vehicle_uid" uuid NOT NULL,
	"year_from" integer NOT NULL,
	"year_to" integer NOT NULL,
	CONSTRAINT "part_fits_part_uid_vehicle_uid_year_from_pk" PRIMARY KEY("part_uid","vehicle_uid","year_from")
);
--> statement-breakpoint
CREATE TABLE "product_faqs" (
	"product_uid" uuid NOT NULL,
	"question" text NOT NULL,
	"answer" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "product_faqs_product_uid_position_pk" PRIMARY KEY("product_uid","position")
);
--> statement-breakpoint
CREATE TABLE "product_images" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"product_uid" uuid NOT NULL,
	"variant_uid" uuid,
	"media" text NOT NULL,
	"view" text NOT NULL,
	"alt" text DEFAULT '' NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"position" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_meta" (
	"product_uid" uuid NOT NULL,
	"key" text NOT NULL,
	"value" text NOT NULL,
	CONSTRAINT "product_meta_product_uid_key_value_pk" PRIMARY KEY("product_uid","key","value")
);
--> statement-breakpoint
CREATE TABLE "product_relations" (
	"product_uid" uuid NOT NULL,
	"related_uid" uuid NOT NULL,
	"kind" "relation_kind" NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "product_relations_product_uid_related_uid_kind_pk" PRIMARY KEY("product_uid","related_uid","kind")
);
--> statement-breakpoint
CREATE TABLE "product_safety" (
	"product_uid" uuid NOT NULL,
	"name" text NOT NULL,
	"explanation" text DEFAULT '' NOT NULL,
	"icon" text DEFAULT '' NOT NULL,
	"standard" boolean DEFAULT true NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "product_safety_product_uid_position_pk" PRIMARY KEY("product_uid","position")
);
--> statement-breakpoint
CREATE TABLE "product_specs" (
	"product_uid" uuid NOT NULL,
	"group_name" text NOT NULL,
	"name" text NOT NULL,
	"value" text NOT NULL,
	"unit" text DEFAULT '' NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "product_specs_product_uid_position_pk" PRIMARY KEY("product_uid","position")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"company_uid" uuid NOT NULL,
	"brand_uid" uuid,
	"slug" text NOT NULL,
	"kind" "product_kind" NOT NULL,
	"name" text NOT NULL,
	"subtitle" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"price_agorot" bigint NOT NULL,
	"deleted_price_agorot" bigint,
	"deposit_agorot" bigint,
	"year" integer,
	"licence_class" text,
	"stock_policy" "stock_policy" DEFAULT 'IN_STOCK' NOT NULL,
	"pollution_group" integer,
	"safety_level" integer,
	"warranty" text DEFAULT '' NOT NULL,
	"badges" text[] DEFAULT '{}' NOT NULL,
	"videos" text[] DEFAULT '{}' NOT NULL,
	"seo_title" text,
	"seo_description" text,
	"search_text" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "products_company_uid_slug_unique" UNIQUE("company_uid","slug"),
	CONSTRAINT "products_price_positive" CHECK ("products"."price_agorot" >= 0)
);
--> statement-breakpoint
CREATE TABLE "slug_history" (
	"owner_uid" uuid NOT NULL,
	"entity_type" text NOT NULL,
	"slug" text NOT NULL,
	"entity_uid" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "slug_history_owner_uid_entity_type_slug_pk" PRIMARY KEY("owner_uid","entity_type","slug")
);
--> statement-breakpoint
CREATE TABLE "store_products" (
	"store_uid" uuid NOT NULL,
	"product_uid" uuid NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	"is_home" boolean DEFAULT false NOT NULL,
	"price_agorot" bigint,
	"deleted_price_agorot" bigint,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "store_products_store_uid_product_uid_pk" PRIMARY KEY("store_uid","product_uid")
);
--> statement-breakpoint
CREATE TABLE "variant_values" (
	"variant_uid" uuid NOT NULL,
	"type" text NOT NULL,
	"value_name" text NOT NULL,
	"value" text NOT NULL,
	"value_type" text DEFAULT 'TEXT' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "variant_values_variant_uid_type_pk" PRIMARY KEY("variant_uid","type")
);
--> statement-breakpoint
CREATE TABLE "variants" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"company_uid" uuid NOT NULL,
	"product_uid" uuid NOT NULL,
	"sku" text NOT NULL,
	"price_agorot" bigint,
	"deleted_price_agorot" bigint,
	"stock" integer DEFAULT 0 NOT NULL,
	"weight_g" integer,
	"active" boolean DEFAULT true NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "variants_company_uid_sku_unique" UNIQUE("company_uid","sku"),
	CONSTRAINT "variants_stock_not_negative" CHECK ("variants"."stock" >= 0)
);
--> statement-breakpoint
CREATE TABLE "content_pages" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"body" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "content_pages_store_uid_slug_unique" UNIQUE("store_uid","slug")
);
--> statement-breakpoint
CREATE TABLE "leads" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"kind" text NOT NULL,
	"source" text NOT NULL,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"email" text,
	"message" text DEFAULT '' NOT NULL,
	"product_uid" uuid,
	"marketing_consent" boolean DEFAULT false NOT NULL,
	"consent_text" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "menu_links" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"menu_key" text NOT NULL,
	"parent_uid" uuid,
	"name" text NOT NULL,
	"entity_type" text NOT NULL,
	"slug" text,
	"custom_path" text,
	"area_number" integer DEFAULT 1 NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "redirect_misses" (
	"store_uid" uuid NOT NULL,
	"path" text NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"last_seen" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "redirect_misses_store_uid_path_pk" PRIMARY KEY("store_uid","path")
);
--> statement-breakpoint
CREATE TABLE "redirects" (
	"store_uid" uuid NOT NULL,
	"source" text NOT NULL,
	"target" text NOT NULL,
	CONSTRAINT "redirects_store_uid_source_pk" PRIMARY KEY("store_uid","source")
);
--> statement-breakpoint
CREATE TABLE "subscribers" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"email" text NOT NULL,
	"consent_text" text NOT NULL,
	"secret" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"unsubscribed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscribers_secret_unique" UNIQUE("secret"),
	CONSTRAINT "subscribers_store_uid_email_unique" UNIQUE("store_uid","email")
);
--> statement-breakpoint
CREATE TABLE "widgets" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"area" text NOT NULL,
	"component" text NOT NULL,
	"style" text DEFAULT '' NOT NULL,
	"attributes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"items" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "addresses" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_uid" uuid NOT NULL,
	"city" text NOT NULL,
	"street" text DEFAULT '' NOT NULL,
	"house" text DEFAULT '' NOT NULL,
	"entrance" text DEFAULT '' NOT NULL,
	"floor" text DEFAULT '' NOT NULL,
	"apartment" text DEFAULT '' NOT NULL,
	"postal_code" text DEFAULT '' NOT NULL,
	"remarks" text DEFAULT '' NOT NULL,
	"is_main" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customer_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"customer_uid" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"phone" text,
	"email" text,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"password_hash" text,
	"image" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"erased_at" timestamp with time zone,
	CONSTRAINT "customers_store_uid_phone_unique" UNIQUE("store_uid","phone"),
	CONSTRAINT "customers_store_uid_email_unique" UNIQUE("store_uid","email")
);
--> statement-breakpoint
CREATE TABLE "favorites" (
	"customer_uid" uuid NOT NULL,
	"product_uid" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "favorites_customer_uid_product_uid_pk" PRIMARY KEY("customer_uid","product_uid")
);
--> statement-breakpoint
CREATE TABLE "login_tickets" (
	"ticket_hash" text PRIMARY KEY NOT NULL,
	"store_uid" uuid NOT NULL,
	"phone" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "otp_codes" (
	"store_uid" uuid NOT NULL,
	"phone" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries_left" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "otp_codes_store_uid_phone_pk" PRIMARY KEY("store_uid","phone")
);
--> statement-breakpoint
CREATE TABLE "otp_sends" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"phone" text NOT NULL,
	"address" text NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stock_subscriptions" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"variant_uid" uuid NOT NULL,
	"email" text,
	"phone" text,
	"notified_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"actor" text NOT NULL,
	"command" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cache_versions" (
	"scope" text PRIMARY KEY NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid,
	"channel" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"body" text NOT NULL,
	"html" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_error" text,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."pages" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"reference" text NOT NULL,
	"amount_agorot" bigint NOT NULL,
	"currency" text NOT NULL,
	"max_payments" integer NOT NULL,
	"capture" text NOT NULL,
	"product_name" text NOT NULL,
	"customer" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"return_url" text NOT NULL,
	"webhook_url" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."transactions" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"page_uid" uuid NOT NULL,
	"state" text NOT NULL,
	"amount_agorot" bigint NOT NULL,
	"refunded_agorot" bigint DEFAULT 0 NOT NULL,
	"payments_count" integer DEFAULT 1 NOT NULL,
	"last4" text NOT NULL,
	"card_brand" text NOT NULL,
	"approval_number" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."webhooks" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"page_uid" uuid NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"delivered_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"sale_uid" uuid NOT NULL,
	"code" text NOT NULL,
	"customer_uid" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"order_uid" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_store_uid_key_unique" UNIQUE("store_uid","key")
);
--> statement-breakpoint
CREATE TABLE "order_discounts" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_uid" uuid NOT NULL,
	"sale_uid" uuid,
	"sale_name" text NOT NULL,
	"coupon_code" text,
	"amount_agorot" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_history" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_uid" uuid NOT NULL,
	"field" text NOT NULL,
	"from_value" text,
	"to_value" text NOT NULL,
	"actor" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_lines" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_uid" uuid NOT NULL,
	"product_uid" uuid,
	"variant_uid" uuid,
	"name" text NOT NULL,
	"sku" text NOT NULL,
	"values" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"configuration" jsonb,
	"media" text,
	"quantity" integer NOT NULL,
	"price_agorot" bigint NOT NULL,
	"discount_agorot" bigint DEFAULT 0 NOT NULL,
	"stock_taken" integer DEFAULT 0 NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "order_lines_quantity" CHECK ("order_lines"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"customer_uid" uuid,
	"number" text NOT NULL,
	"secret_hash" text NOT NULL,
	"status" "order_status" DEFAULT 'payment' NOT NULL,
	"payment_status" "payment_status" DEFAULT 'pending' NOT NULL,
	"payment_method" text NOT NULL,
	"payments_count" integer DEFAULT 1 NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"phone" text NOT NULL,
	"email" text NOT NULL,
	"address" jsonb,
	"business" jsonb,
	"remarks" text DEFAULT '' NOT NULL,
	"delivery_type_uid" uuid,
	"delivery_name" text DEFAULT '' NOT NULL,
	"branch_uid" uuid,
	"lines_agorot" bigint NOT NULL,
	"discount_agorot" bigint DEFAULT 0 NOT NULL,
	"delivery_agorot" bigint DEFAULT 0 NOT NULL,
	"total_agorot" bigint NOT NULL,
	"due_agorot" bigint NOT NULL,
	"finance_quote" jsonb,
	"terms_accepted_at" timestamp with time zone NOT NULL,
	"marketing_consent" boolean DEFAULT false NOT NULL,
	"hold_until" timestamp with time zone,
	"stock_held" boolean DEFAULT true NOT NULL,
	"paid_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_number_unique" UNIQUE("number"),
	CONSTRAINT "orders_secret_hash_unique" UNIQUE("secret_hash"),
	CONSTRAINT "orders_sum" CHECK ("orders"."total_agorot" = "orders"."lines_agorot" - "orders"."discount_agorot" + "orders"."delivery_agorot" and "orders"."total_agorot" >= 0)
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_uid" uuid NOT NULL,
	"provider" text NOT NULL,
	"provider_ref" text,
	"url" text,
	"capture" text DEFAULT 'sale' NOT NULL,
	"status" "payment_status" DEFAULT 'pending' NOT NULL,
	"amount_agorot" bigint NOT NULL,
	"refunded_agorot" bigint DEFAULT 0 NOT NULL,
	"max_payments" integer DEFAULT 1 NOT NULL,
	"payments_count" integer,
	"transaction_id" text,
	"approval_number" text,
	"last4" text,
	"card_brand" text,
	"review_reason" text,
	"next_check_at" timestamp with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sales" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" "sale_kind" NOT NULL,
	"amount" bigint DEFAULT 0 NOT NULL,
	"terms" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"min_sum_agorot" bigint,
	"min_quantity" integer,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"uses_limit" integer,
	"uses_per_customer" integer,
	"uses" integer DEFAULT 0 NOT NULL,
	"exclusive" boolean DEFAULT false NOT NULL,
	"priority" integer DEFAULT 0 NOT NULL,
	"by_coupon" boolean DEFAULT false NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sales_store_uid_name_unique" UNIQUE("store_uid","name")
);
--> statement-breakpoint
CREATE TABLE "branch_stores" (
	"branch_uid" uuid NOT NULL,
	"store_uid" uuid NOT NULL,
	CONSTRAINT "branch_stores_branch_uid_store_uid_unique" UNIQUE("branch_uid","store_uid")
);
--> statement-breakpoint
CREATE TABLE "branches" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"company_uid" uuid NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"city" text NOT NULL,
	"address" text NOT NULL,
	"region" text NOT NULL,
	"phone" text NOT NULL,
	"lat" real,
	"lng" real,
	"services" text[] DEFAULT '{}' NOT NULL,
	"hours" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "branches_company_uid_key_unique" UNIQUE("company_uid","key")
);
--> statement-breakpoint
CREATE TABLE "brands" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"company_uid" uuid NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"name_en" text NOT NULL,
	"logo" text,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "brands_company_uid_key_unique" UNIQUE("company_uid","key")
);
--> statement-breakpoint
CREATE TABLE "companies" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"legal_name" text NOT NULL,
	"company_number" text NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "companies_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "delivery_types" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"key" text NOT NULL,
	"kind" "delivery_kind" NOT NULL,
	"name" text NOT NULL,
	"days" text,
	"price_agorot" integer DEFAULT 0 NOT NULL,
	"free_from_agorot" integer,
	"product_kinds" text[] DEFAULT '{}' NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "delivery_types_store_uid_key_unique" UNIQUE("store_uid","key")
);
--> statement-breakpoint
CREATE TABLE "finance_plans" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"name" text NOT NULL,
	"lender" text NOT NULL,
	"rate_bp" integer NOT NULL,
	"rate_kind" text NOT NULL,
	"rates_date" text NOT NULL,
	"months_min" integer NOT NULL,
	"months_max" integer NOT NULL,
	"months_step" integer NOT NULL,
	"down_min_bp" integer NOT NULL,
	"down_max_bp" integer NOT NULL,
	"balloon_bp" integer DEFAULT 0 NOT NULL,
	"fee_agorot" integer DEFAULT 0 NOT NULL,
	"min_agorot" integer NOT NULL,
	"max_agorot" integer NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "finance_plans_store_uid_name_unique" UNIQUE("store_uid","name")
);
--> statement-breakpoint
CREATE TABLE "stores" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"company_uid" uuid NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"name_en" text NOT NULL,
	"status" "store_status" DEFAULT 'open' NOT NULL,
	"public_domain" text,
	"logo" text,
	"footer_logo" text,
	"favicon" text,
	"seo_title" text NOT NULL,
	"seo_description" text NOT NULL,
	"share_text" text,
	"tag_manager_id" text,
	"verification_code" text,
	"email" text,
	"lead_email" text,
	"gate_hash" text,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"home" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stores_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "template_settings" (
	"store_uid" uuid NOT NULL,
	"setting_name" text NOT NULL,
	"setting_value" text NOT NULL,
	CONSTRAINT "template_settings_store_uid_setting_name_unique" UNIQUE("store_uid","setting_name")
);
--> statement-breakpoint
ALTER TABLE "collection_products" ADD CONSTRAINT "collection_products_collection_uid_collections_uuid_fk" FOREIGN KEY ("collection_uid") REFERENCES "public"."collections"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_products" ADD CONSTRAINT "collection_products_product_uid_products_uuid_fk" FOREIGN KEY ("product_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collections" ADD CONSTRAINT "collections_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "configurations" ADD CONSTRAINT "configurations_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "configurations" ADD CONSTRAINT "configurations_product_uid_products_uuid_fk" FOREIGN KEY ("product_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "part_fits" ADD CONSTRAINT "part_fits_part_uid_products_uuid_fk" FOREIGN KEY ("part_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "part_fits" ADD CONSTRAINT "part_fits_vehicle_uid_products_uuid_fk" FOREIGN KEY ("vehicle_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_faqs" ADD CONSTRAINT "product_faqs_product_uid_products_uuid_fk" FOREIGN KEY ("product_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_product_uid_products_uuid_fk" FOREIGN KEY ("product_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_variant_uid_variants_uuid_fk" FOREIGN KEY ("variant_uid") REFERENCES "public"."variants"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_meta" ADD CONSTRAINT "product_meta_product_uid_products_uuid_fk" FOREIGN KEY ("product_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_relations" ADD CONSTRAINT "product_relations_product_uid_products_uuid_fk" FOREIGN KEY ("product_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_relations" ADD CONSTRAINT "product_relations_related_uid_products_uuid_fk" FOREIGN KEY ("related_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_safety" ADD CONSTRAINT "product_safety_product_uid_products_uuid_fk" FOREIGN KEY ("product_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_specs" ADD CONSTRAINT "product_specs_product_uid_products_uuid_fk" FOREIGN KEY ("product_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_company_uid_companies_uuid_fk" FOREIGN KEY ("company_uid") REFERENCES "public"."companies"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_brand_uid_brands_uuid_fk" FOREIGN KEY ("brand_uid") REFERENCES "public"."brands"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_products" ADD CONSTRAINT "store_products_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_products" ADD CONSTRAINT "store_products_product_uid_products_uuid_fk" FOREIGN KEY ("product_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variant_values" ADD CONSTRAINT "variant_values_variant_uid_variants_uuid_fk" FOREIGN KEY ("variant_uid") REFERENCES "public"."variants"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variants" ADD CONSTRAINT "variants_company_uid_companies_uuid_fk" FOREIGN KEY ("company_uid") REFERENCES "public"."companies"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variants" ADD CONSTRAINT "variants_product_uid_products_uuid_fk" FOREIGN KEY ("product_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_pages" ADD CONSTRAINT "content_pages_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "menu_links" ADD CONSTRAINT "menu_links_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redirect_misses" ADD CONSTRAINT "redirect_misses_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redirects" ADD CONSTRAINT "redirects_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscribers" ADD CONSTRAINT "subscribers_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "widgets" ADD CONSTRAINT "widgets_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_customer_uid_customers_uuid_fk" FOREIGN KEY ("customer_uid") REFERENCES "public"."customers"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_tokens" ADD CONSTRAINT "customer_tokens_customer_uid_customers_uuid_fk" FOREIGN KEY ("customer_uid") REFERENCES "public"."customers"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_customer_uid_customers_uuid_fk" FOREIGN KEY ("customer_uid") REFERENCES "public"."customers"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_product_uid_products_uuid_fk" FOREIGN KEY ("product_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_tickets" ADD CONSTRAINT "login_tickets_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "otp_codes" ADD CONSTRAINT "otp_codes_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "otp_sends" ADD CONSTRAINT "otp_sends_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_subscriptions" ADD CONSTRAINT "stock_subscriptions_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."transactions" ADD CONSTRAINT "transactions_page_uid_pages_uuid_fk" FOREIGN KEY ("page_uid") REFERENCES "sandbox"."pages"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."webhooks" ADD CONSTRAINT "webhooks_page_uid_pages_uuid_fk" FOREIGN KEY ("page_uid") REFERENCES "sandbox"."pages"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_sale_uid_sales_uuid_fk" FOREIGN KEY ("sale_uid") REFERENCES "public"."sales"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_order_uid_orders_uuid_fk" FOREIGN KEY ("order_uid") REFERENCES "public"."orders"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_discounts" ADD CONSTRAINT "order_discounts_order_uid_orders_uuid_fk" FOREIGN KEY ("order_uid") REFERENCES "public"."orders"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_discounts" ADD CONSTRAINT "order_discounts_sale_uid_sales_uuid_fk" FOREIGN KEY ("sale_uid") REFERENCES "public"."sales"("uuid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_history" ADD CONSTRAINT "order_history_order_uid_orders_uuid_fk" FOREIGN KEY ("order_uid") REFERENCES "public"."orders"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_uid_orders_uuid_fk" FOREIGN KEY ("order_uid") REFERENCES "public"."orders"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_product_uid_products_uuid_fk" FOREIGN KEY ("product_uid") REFERENCES "public"."products"("uuid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_variant_uid_variants_uuid_fk" FOREIGN KEY ("variant_uid") REFERENCES "public"."variants"("uuid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_customer_uid_customers_uuid_fk" FOREIGN KEY ("customer_uid") REFERENCES "public"."customers"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_delivery_type_uid_delivery_types_uuid_fk" FOREIGN KEY ("delivery_type_uid") REFERENCES "public"."delivery_types"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_branch_uid_branches_uuid_fk" FOREIGN KEY ("branch_uid") REFERENCES "public"."branches"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_uid_orders_uuid_fk" FOREIGN KEY ("order_uid") REFERENCES "public"."orders"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales" ADD CONSTRAINT "sales_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "branch_stores" ADD CONSTRAINT "branch_stores_branch_uid_branches_uuid_fk" FOREIGN KEY ("branch_uid") REFERENCES "public"."branches"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "branch_stores" ADD CONSTRAINT "branch_stores_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "branches" ADD CONSTRAINT "branches_company_uid_companies_uuid_fk" FOREIGN KEY ("company_uid") REFERENCES "public"."companies"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brands" ADD CONSTRAINT "brands_company_uid_companies_uuid_fk" FOREIGN KEY ("company_uid") REFERENCES "public"."companies"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_types" ADD CONSTRAINT "delivery_types_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finance_plans" ADD CONSTRAINT "finance_plans_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stores" ADD CONSTRAINT "stores_company_uid_companies_uuid_fk" FOREIGN KEY ("company_uid") REFERENCES "public"."companies"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_settings" ADD CONSTRAINT "template_settings_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "collection_products_product_uid_index" ON "collection_products" USING btree ("product_uid");--> statement-breakpoint
CREATE INDEX "configurations_product_uid_index" ON "configurations" USING btree ("product_uid");--> statement-breakpoint
CREATE INDEX "part_fits_vehicle_uid_index" ON "part_fits" USING btree ("vehicle_uid");--> statement-breakpoint
CREATE INDEX "product_images_product_uid_index" ON "product_images" USING btree ("product_uid");--> statement-breakpoint
CREATE INDEX "product_images_variant_uid_index" ON "product_images" USING btree ("variant_uid");--> statement-breakpoint
CREATE INDEX "product_meta_key_value_index" ON "product_meta" USING btree ("key","value");--> statement-breakpoint
CREATE INDEX "products_brand_uid_index" ON "products" USING btree ("brand_uid");--> statement-breakpoint
CREATE INDEX "products_search_idx" ON "products" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "store_products_product_uid_index" ON "store_products" USING btree ("product_uid");--> statement-breakpoint
CREATE INDEX "variant_values_type_value_name_index" ON "variant_values" USING btree ("type","value_name");--> statement-breakpoint
CREATE INDEX "variants_product_uid_index" ON "variants" USING btree ("product_uid");--> statement-breakpoint
CREATE INDEX "leads_store_uid_created_at_index" ON "leads" USING btree ("store_uid","created_at");--> statement-breakpoint
CREATE INDEX "menu_links_store_uid_menu_key_index" ON "menu_links" USING btree ("store_uid","menu_key");--> statement-breakpoint
CREATE INDEX "widgets_store_uid_area_index" ON "widgets" USING btree ("store_uid","area");--> statement-breakpoint
CREATE INDEX "addresses_customer_uid_index" ON "addresses" USING btree ("customer_uid");--> statement-breakpoint
CREATE INDEX "customer_tokens_customer_uid_index" ON "customer_tokens" USING btree ("customer_uid");--> statement-breakpoint
CREATE INDEX "otp_sends_phone_sent_at_index" ON "otp_sends" USING btree ("phone","sent_at");--> statement-breakpoint
CREATE INDEX "otp_sends_address_sent_at_index" ON "otp_sends" USING btree ("address","sent_at");--> statement-breakpoint
CREATE INDEX "otp_sends_sent_at_index" ON "otp_sends" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "stock_subscriptions_variant_uid_index" ON "stock_subscriptions" USING btree ("variant_uid");--> statement-breakpoint
CREATE INDEX "outbox_due_idx" ON "outbox" USING btree ("next_attempt_at") WHERE "outbox"."sent_at" is null;--> statement-breakpoint
CREATE INDEX "transactions_page_uid_index" ON "sandbox"."transactions" USING btree ("page_uid");--> statement-breakpoint
CREATE INDEX "sandbox_webhooks_due_idx" ON "sandbox"."webhooks" USING btree ("next_attempt_at") WHERE "sandbox"."webhooks"."delivered_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "coupons_code_idx" ON "coupons" USING btree ("store_uid",upper("code"));--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_index" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "order_discounts_order_uid_index" ON "order_discounts" USING btree ("order_uid");--> statement-breakpoint
CREATE INDEX "order_history_order_uid_created_at_index" ON "order_history" USING btree ("order_uid","created_at");--> statement-breakpoint
CREATE INDEX "order_lines_order_uid_index" ON "order_lines" USING btree ("order_uid");--> statement-breakpoint
CREATE INDEX "orders_store_uid_created_at_index" ON "orders" USING btree ("store_uid","created_at");--> statement-breakpoint
CREATE INDEX "orders_customer_uid_created_at_index" ON "orders" USING btree ("customer_uid","created_at");--> statement-breakpoint
CREATE INDEX "orders_store_uid_phone_index" ON "orders" USING btree ("store_uid","phone");--> statement-breakpoint
CREATE INDEX "orders_hold_idx" ON "orders" USING btree ("hold_until") WHERE "orders"."hold_until" is not null;--> statement-breakpoint
CREATE INDEX "payments_order_uid_index" ON "payments" USING btree ("order_uid");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_provider_ref_idx" ON "payments" USING btree ("provider","provider_ref");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_open_idx" ON "payments" USING btree ("order_uid") WHERE "payments"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "payments_next_check_idx" ON "payments" USING btree ("next_check_at") WHERE "payments"."next_check_at" is not null;--> statement-breakpoint
CREATE INDEX "branch_stores_store_uid_index" ON "branch_stores" USING btree ("store_uid");